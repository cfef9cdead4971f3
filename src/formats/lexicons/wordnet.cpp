#include "formats/lexicons/wordnet.h"

#include <algorithm>

#include "base/parse.h"
#include "sonde/digest.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kBeforeGloss = " | ";
constexpr std::size_t kOffsetDigits = 8;

// Every entry begins with its place in the file.
bool begins_with_offset(std::string_view line) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return line.size() > kOffsetDigits && line[kOffsetDigits] == ' ' &&
         std::all_of(line.begin(), line.begin() + kOffsetDigits, is_digit);
}

}  // namespace

std::string_view gloss_of(std::string_view line, const Place& place) {
  if (line.starts_with("  ")) return {};
  const auto bar = line.find(kBeforeGloss);
  if (!begins_with_offset(line) || bar == line.npos) {
    throw input_error("is not an entry of WordNet", place,
                      "the file is damaged: install Debian's package wordnet-base again");
  }
  return line.substr(bar + kBeforeGloss.size());
}

void split_quotations(std::string_view gloss, std::vector<std::string_view>& quotations) {
  if (std::count(gloss.begin(), gloss.end(), '"') % 2 != 0) return;
  for (auto open = gloss.find('"'); open != gloss.npos;) {
    const auto close = gloss.find('"', open + 1);
    quotations.push_back(trimmed(gloss.substr(open + 1, close - open - 1), " \t"));
    open = gloss.find('"', close + 1);
  }
}

WordNetSentences::WordNetSentences(const std::filesystem::path& folder) : folder_(folder) {}

bool WordNetSentences::next(std::string& sentence) {
  for (;;) {
    if (next_ == quotations_.size() && !read_gloss()) return false;
    while (next_ < quotations_.size()) {
      const std::string_view quotation = quotations_[next_++];
      if (quotation.size() < kShortestWordNetSentence) continue;
      if (!seen_.insert(digest_of(quotation).low64()).second) continue;
      sentence = quotation;
      return true;
    }
  }
}

// False after the last gloss of the last file.
bool WordNetSentences::read_gloss() {
  quotations_.clear();
  next_ = 0;
  for (; file_ < kWordNetGlossFiles.size(); ++file_, lines_.reset()) {
    if (!lines_) lines_ = std::make_unique<LineReader>(folder_ / kWordNetGlossFiles[file_]);
    std::string_view line;
    if (!lines_->next(line)) continue;
    place_ = lines_->place();
    split_quotations(gloss_of(line, place_), quotations_);
    return true;
  }
  return false;
}

}  // namespace sonde
