#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// How much two texts share of their words and their order. A word is given by a number.
using Words = std::span<const std::uint32_t>;

// The words that ROUGE compares, appended as Google's `rouge_score` 0.1.2 finds them without
// stemming: runs of a-z and 0-9 of the text in lower case (as Python's str.lower()).
void split_rouge_words(std::string_view text, std::vector<std::string>& words);

using Ngrams = std::span<const std::uint64_t>;

// The n-grams of a text in order of their numbers, appended. n: 1 or 2.
void append_ngrams(Words words, std::size_t n, std::vector<std::uint64_t>& ngrams);

// ROUGE-N F1 in [0, 1] of two texts' n-grams in order: those in common over their mean number. NaN
// if both have none.
double shared_f1(Ngrams a, Ngrams b);

// Comparing has buffers to compute in: one thread at a time. NaN if both texts have nothing to
// compare, and if lengths multiply to more than kMostSteps.
class Overlap {
 public:
  static constexpr std::size_t kMostSteps = std::size_t{1} << 28;  // a second of time or less

  // ROUGE-L F1 in [0, 1], of the longest common subsequence.
  double longest_f1(Words a, Words b);
  // Levenshtein distance over the longer length, in [0, 1].
  double edit_share(Words a, Words b);

 private:
  // For texts of any length, b the shorter.
  std::size_t longest(Words a, Words b);
  std::size_t edits(Words a, Words b);

  std::vector<std::uint32_t> row_;
};

}  // namespace sonde
