#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The vectors of a sentence's words in one file, at least one, in an order that does not depend on
// the sentence's (the file's), a word as often as it occurs.
struct SentenceWords {
  std::vector<const float*> vectors;
  std::vector<double> weights;  // for `sif`, one a vector
  std::size_t dimension = 0;
};

// How word vectors become one; a row of the table of `combine=`.
struct WordCombination {
  std::string_view name;
  // Fills as many places as a vector has, times the powers where there are any.
  void (*combine)(const SentenceWords& words, std::span<const double> powers,
                  std::span<double> out);
};

std::span<const WordCombination> word_combinations();

// "-inf,1,2,3,inf": whole numbers but 0, and the infinities. Errors: kUsage.
std::vector<double> parse_powers(std::string_view list);

}  // namespace sonde
