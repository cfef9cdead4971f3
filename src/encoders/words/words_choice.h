#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encoders/words/vocabulary.h"
#include "encoders/words/word_combination.h"
#include "encoders/words/word_weights.h"
#include "sonde/encoder.h"

namespace sonde {

// How `sif` weighs words and what it takes away.
struct SifChoice {
  double a = 1e-3;
  std::string frequencies = "rank";  // rank, texts, or a file
  WordTallies tallies{};             // the file's
  bool removes_component = true;
  std::string fit{};  // a file of texts (empty: the data set's)

  bool counts_texts() const { return frequencies == "texts"; }
  bool is_fitted_on_texts() const { return counts_texts() || removes_component; }
};

// All options of `words:`.
struct WordsChoice {
  std::vector<std::filesystem::path> files;
  VocabularyOptions vocabulary{};
  std::string lower, split;
  const WordCombination* combination = nullptr;
  std::vector<double> powers{};
  std::string powers_text{};
  std::optional<SifChoice> sif{};
};

// Errors: kUsage for the options, kInput for files that they name.
WordsChoice choose_words(const Spec& spec, const EncoderContext& context);

// Digest of what makes the sentence vectors, apart from the files of vectors.
Digest digest_of_choice(const WordsChoice& choice);

using Facts = std::vector<std::pair<std::string, std::string>>;
void add_facts(Facts& facts, const WordsChoice& choice);

}  // namespace sonde
