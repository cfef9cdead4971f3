#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "encoders/words/vocabulary.h"

namespace sonde {

// Word frequencies, in [0, 1]: the source of p(w) for `sif`.
class WordFrequencies {
 public:
  virtual ~WordFrequencies() = default;
  virtual double of(const Vocabulary& vocabulary, std::uint32_t piece) const = 0;
};

// Uses Zipf's law and a word's place in the first file that has it: 1 / (rank x H), H the sum of 1
// / rank over the file's words. For files that begin with the most frequent words.
std::unique_ptr<WordFrequencies> frequencies_by_rank(const Vocabulary& vocabulary);

using WordTallies = std::map<std::string, double, std::less<>>;

// Frequencies of counted words. Others have 0.
std::unique_ptr<WordFrequencies> frequencies_of(WordTallies tallies);

// Lines "word count". If `lower`, words are put into lower case, and their counts added. Errors:
// kInput with file:line.
WordTallies read_word_counts(const std::filesystem::path& file, bool lower);

// The weights a / (a + p(w)) of all known pieces so far.
class WordWeights {
 public:
  WordWeights(double a, std::shared_ptr<const WordFrequencies> frequencies)
      : a_(a), frequencies_(std::move(frequencies)) {}

  void update(const Vocabulary& vocabulary);
  double of(std::uint32_t piece) const { return weights_[piece]; }

 private:
  double a_;
  std::shared_ptr<const WordFrequencies> frequencies_;
  std::uint64_t generation_ = 0;
  std::vector<double> weights_;
};

}  // namespace sonde
