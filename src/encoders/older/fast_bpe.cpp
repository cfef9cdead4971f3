#include "encoders/older/fast_bpe.h"

#include <cstdint>
#include <optional>

#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

constexpr std::string_view kWordEnd = "</w>";  // after a word's last piece, in the codes alone
constexpr std::string_view kGoesOn = "@@";
constexpr std::size_t kMostLines = std::size_t{1} << 24;  // in either file

void check_line(bool good, const LineReader& lines, const std::string& wanted) {
  if (good && lines.place().line <= kMostLines) return;
  throw input_error(good ? "is a line too many" : "is not " + wanted, lines.place(),
                    "it needs a file of fastBPE, such as 93langs.fcodes and 93langs.fvocab");
}

std::vector<std::string> characters_of_word(std::string_view word) {
  std::vector<std::string> characters;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t before = at;
    next_code_point(word, at);
    characters.emplace_back(word.substr(before, at - before));
  }
  return characters;
}

// Merges every pair like the one at `place`, which is the first.
void merge_all(std::size_t place, std::vector<std::string>& pieces) {
  const std::string left = pieces[place], right = pieces[place + 1];
  std::size_t kept = place;
  for (std::size_t i = place; i < pieces.size(); ++i, ++kept) {
    const bool both = i + 1 < pieces.size() && pieces[i] == left && pieces[i + 1] == right;
    std::string piece = both ? left + right : std::move(pieces[i]);
    i += both ? 1 : 0;
    pieces[kept] = std::move(piece);
  }
  pieces.resize(kept);
}

}  // namespace

FastBpe::FastBpe(const std::filesystem::path& codes, const std::filesystem::path& vocabulary) {
  std::string_view line;
  LineReader merges(codes);
  while (merges.next(line)) {
    const auto fields = parts_of(line, ' ');
    const bool counted = fields.size() == 3 && parse_number<std::uint64_t>(fields[2]);
    check_line((fields.size() == 2 || counted) && !fields[0].empty() && !fields[1].empty(), merges,
               "a merge: LEFT RIGHT COUNT");
    const std::string left(fields[0]), right(fields[1]);
    ranks_.try_emplace(left + ' ' + right, ranks_.size());
    origins_.try_emplace(left + right, Merge{left, right});
  }
  LineReader words(vocabulary);
  while (words.next(line)) {
    const auto fields = parts_of(line, ' ');
    check_line(fields.size() == 2 && !fields[0].empty() && parse_number<std::uint64_t>(fields[1]),
               words, "a piece and its count: PIECE COUNT");
    vocabulary_.emplace(fields[0]);
  }
}

// The first place of the pair that was learned first. None if no pair of neighbours was learned.
std::optional<std::size_t> FastBpe::best_merge(const std::vector<std::string>& pieces) const {
  std::optional<std::size_t> place;
  std::size_t best = 0;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const auto rank = ranks_.find(pieces[i] + ' ' + pieces[i + 1]);
    if (rank == ranks_.end() || (place && best <= rank->second)) continue;
    best = rank->second;
    place = i;
  }
  return place;
}

std::vector<std::string> FastBpe::merged(std::string_view word) const {
  auto pieces = characters_of_word(word);
  pieces.back() += kWordEnd;
  while (const auto place = best_merge(pieces)) merge_all(*place, pieces);
  pieces.back().resize(pieces.back().size() - kWordEnd.size());
  return pieces;
}

// Takes back merges until the vocabulary has the pieces, or none is left to take back.
void FastBpe::append_known(const std::string& piece, bool last,
                           std::vector<std::string>& pieces) const {
  std::string written = last ? piece : piece + std::string(kGoesOn);
  const auto origin = origins_.find(last ? piece + std::string(kWordEnd) : piece);
  std::string right = origin == origins_.end() ? "" : origin->second.right;
  if (last) right.resize(right.ends_with(kWordEnd) ? right.size() - kWordEnd.size() : 0);
  if (right.empty() || vocabulary_.contains(written)) {
    pieces.push_back(std::move(written));
    return;
  }
  append_known(origin->second.left, false, pieces);
  append_known(right, last, pieces);
}

void FastBpe::split(std::string_view word, std::vector<std::string>& pieces) const {
  const auto whole = merged(word);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    append_known(whole[i], i + 1 == whole.size(), pieces);
  }
}

}  // namespace sonde
