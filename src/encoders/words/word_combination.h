#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The vectors of a sentence's words in one file, at least one, a word as often as it occurs: in an
// order that does not depend on the sentence's (the file's), but for combinations that ask for it.
struct SentenceWords {
  std::vector<const float*> vectors;
  std::vector<double> weights;  // for `sif`, one a vector
  std::size_t dimension = 0;
};

// How word vectors become one: a row of the table of `combine=`.
struct WordCombination {
  std::string_view name;
  // Fills as many places as a vector has, times the powers if there are any. One that multiplies
  // words (`squares`) fills as many as its square.
  void (*combine)(const SentenceWords& words, std::span<const double> powers,
                  std::span<double> out);
  bool squares = false;
  bool in_order = false;  // uses the order of words
};

std::span<const WordCombination> word_combinations();

// `conv` as the STS3k study computed it.
const WordCombination& published_convolution();

// "-inf,1,2,3,inf": whole numbers but 0, and the infinities. Errors: kUsage.
std::vector<double> parse_powers(std::string_view list);

}  // namespace sonde
