#include "formats/lexicons/misspelling_list.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostLines = 1'000'000;
constexpr std::size_t kLongestListed = 64;
constexpr std::array<std::string_view, 3> kBetween{"->", "||", "\t"};

bool is_plain(std::string_view word) {
  return !word.empty() && word.size() <= kLongestListed &&
         std::ranges::all_of(word, ascii::is_lower);
}

std::pair<std::string_view, std::string_view> parts_of_line(std::string_view line,
                                                            const Place& place) {
  for (const auto between : kBetween) {
    const auto at = line.find(between);
    if (at == line.npos || at == 0) continue;
    return {line.substr(0, at), line.substr(at + between.size())};
  }
  throw input_error("is not a misspelling with its word", place,
                    "write one per line as wrong->right, or separated by a tab");
}

}  // namespace

MisspellingList::MisspellingList(const std::filesystem::path& file) {
  LineReader lines(file);
  read(lines);
}

MisspellingList::MisspellingList(std::istream& in, std::string name) {
  LineReader lines(in, std::move(name));
  read(lines);
}

void MisspellingList::read(LineReader& lines) {
  std::size_t count = 0;
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (++count > kMostLines) throw input_error("has too many lines", lines.place(), "");
    const auto [wrong, right] = parts_of_line(line, lines.place());
    // "wrong->one, other," may be meant for either.
    if (!is_plain(wrong) || !is_plain(right) || wrong == right) continue;
    by_word_[std::string(right)].emplace_back(wrong);
    ++size_;
  }
  if (size_ == 0) {
    throw input_error("has no misspellings", lines.place(),
                      "write one per line as wrong->right, or separated by a tab");
  }
  for (auto& [word, all] : by_word_) {
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }
}

const std::vector<std::string>& MisspellingList::of(std::string_view word) const {
  static const std::vector<std::string> kNone;
  const auto found = by_word_.find(std::string(word));
  return found == by_word_.end() ? kNone : found->second;
}

}  // namespace sonde
