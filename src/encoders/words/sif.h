#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "encoders/words/word_sentences.h"

namespace sonde {

// The parameters that `sif` has learnt (Arora, Liang and Ma, 2017).
struct SifFit {
  std::optional<WordWeights> weights{};
  std::vector<double> component{};  // unit length (empty: none is removed)
  Digest texts{};                   // that it was fitted on

  void remove_component(std::span<double> vector) const;
};

// Without texts: for frequencies that don't come from them, and no component.
SifFit sif_without_texts(WordSentences& sentences);

// Fits on texts, whatever their order and repetitions. Errors: kInput if no text has a known word.
SifFit fit_sif(WordSentences& sentences, const std::set<std::string>& texts);

// The lines of a file but blank ones. Errors: kInput.
std::set<std::string> read_fitting_texts(const std::string& file);

}  // namespace sonde
