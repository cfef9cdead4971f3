#include "text/overlap.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/ascii.h"
#include "base/nan.h"
#include "text/unicode.h"

namespace sonde {
namespace {

bool is_rouge_character(char c) { return ascii::is_lower(c) || ascii::is_digit(c); }

// Counts the common entries of two sorted lists, each as often as in both.
std::size_t count_common(Ngrams a, Ngrams b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      ++common, ++i, ++j;
    else if (a[i] < b[j])
      ++i;
    else
      ++j;
  }
  return common;
}

double f1(std::size_t common, std::size_t a, std::size_t b) {
  return a + b == 0 ? kNaN : 2 * static_cast<double>(common) / static_cast<double>(a + b);
}

// Equal ends change neither the longest common subsequence nor the edits.
std::size_t cut_equal_ends(Words& a, Words& b) {
  const auto starts = std::ranges::mismatch(a, b);
  const auto front = static_cast<std::size_t>(starts.in1 - a.begin());
  a = a.subspan(front), b = b.subspan(front);
  std::size_t back = 0;
  while (back < std::min(a.size(), b.size()) && a[a.size() - 1 - back] == b[b.size() - 1 - back]) {
    ++back;
  }
  a = a.first(a.size() - back), b = b.first(b.size() - back);
  return front + back;
}

bool is_too_long(Words a, Words b) {
  return !b.empty() && a.size() > Overlap::kMostSteps / b.size();
}

constexpr std::size_t kBits = 64;

// One bit for each place of the word in the text. For at most kBits places.
std::uint64_t places_of(std::uint32_t word, Words text) {
  std::uint64_t places = 0;
  for (std::size_t j = 0; j < text.size(); ++j) {
    places |= std::uint64_t{text[j] == word} << j;
  }
  return places;
}

// A row of the table at a time, a bit per place of b, set if the length doesn't grow (Hyyrö, 2004).
std::size_t longest_in_bits(Words a, Words b) {
  std::uint64_t level = ~std::uint64_t{0};
  for (const auto word : a) {
    const std::uint64_t same = level & places_of(word, b);
    level = (level + same) | (level - same);
  }
  const std::uint64_t outside = b.size() < kBits ? ~std::uint64_t{0} << b.size() : 0;
  return static_cast<std::size_t>(std::popcount(~(level | outside)));
}

// Bits for edits of a row's neighbours that rise or fall by one (Myers, 1999, as in Hyyrö, 2003).
std::size_t edits_in_bits(Words a, Words b) {
  if (b.empty()) return a.size();
  std::uint64_t rises = ~std::uint64_t{0}, falls = 0;
  std::size_t edits = b.size();
  for (const auto word : a) {
    const std::uint64_t same = places_of(word, b);
    const std::uint64_t level = (((same & rises) + rises) ^ rises) | same | falls;
    const std::uint64_t up = falls | ~(level | rises), down = level & rises;
    edits += (up >> (b.size() - 1)) & 1U;
    edits -= (down >> (b.size() - 1)) & 1U;
    const std::uint64_t up_left = (up << 1) | 1U;
    rises = (down << 1) | ~(level | up_left);
    falls = up_left & level;
  }
  return edits;
}

}  // namespace

void split_rouge_words(std::string_view text, std::vector<std::string>& words) {
  const std::string lower = lower_case(text);
  for (std::size_t at = 0; at < lower.size(); ++at) {
    if (!is_rouge_character(lower[at])) continue;
    const std::size_t begin = at;
    while (at < lower.size() && is_rouge_character(lower[at])) ++at;
    words.push_back(lower.substr(begin, at - begin));
  }
}

void append_ngrams(Words words, std::size_t n, std::vector<std::uint64_t>& ngrams) {
  const auto before = static_cast<std::ptrdiff_t>(ngrams.size());
  for (std::size_t i = 0; i + n <= words.size(); ++i) {
    ngrams.push_back(n == 1 ? words[i] : std::uint64_t{words[i]} << 32 | words[i + 1]);
  }
  std::sort(ngrams.begin() + before, ngrams.end());
}

double shared_f1(Ngrams a, Ngrams b) { return f1(count_common(a, b), a.size(), b.size()); }

double Overlap::longest_f1(Words a, Words b) {
  const std::size_t total_a = a.size(), total_b = b.size();
  const std::size_t same = cut_equal_ends(a, b);
  if (is_too_long(a, b)) return kNaN;
  if (a.size() < b.size()) std::swap(a, b);
  return f1(same + (b.size() <= kBits ? longest_in_bits(a, b) : longest(a, b)), total_a, total_b);
}

double Overlap::edit_share(Words a, Words b) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer == 0) return kNaN;
  cut_equal_ends(a, b);
  if (is_too_long(a, b)) return kNaN;
  if (a.size() < b.size()) std::swap(a, b);
  const std::size_t edits = b.size() <= kBits ? edits_in_bits(a, b) : this->edits(a, b);
  return static_cast<double>(edits) / static_cast<double>(longer);
}

std::size_t Overlap::longest(Words a, Words b) {
  row_.assign(b.size() + 1, 0);
  for (const auto word : a) {
    std::uint32_t above_left = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint32_t above = row_[j + 1];
      row_[j + 1] = word == b[j] ? above_left + 1 : std::max(above, row_[j]);
      above_left = above;
    }
  }
  return row_.back();
}

std::size_t Overlap::edits(Words a, Words b) {
  row_.resize(b.size() + 1);
  std::iota(row_.begin(), row_.end(), 0U);
  for (const auto word : a) {
    std::uint32_t above_left = row_[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint32_t replaced = above_left + (word == b[j] ? 0 : 1);
      above_left = row_[j + 1];
      row_[j + 1] = std::min(replaced, std::min(above_left, row_[j]) + 1);
    }
  }
  return row_.back();
}

}  // namespace sonde
