#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/config/transformer_config.h"
#include "engine/weights/weights.h"

namespace sonde {

// The head of a masked language model over a token's state: a dense layer, an activation, a norm,
// and a row a token of the vocabulary, mostly those of the token table. In double, each product in
// the same order always. Safe from several threads.
class WordHead {
 public:
  // Errors: kInput: the family has no such head in sonde, the weights have none at all, or a tensor
  // is missing or of another shape.
  WordHead(const TransformerConfig& config, const Weights& weights);

  // A logit a token.
  std::vector<double> logits(std::span<const float> state) const;

 private:
  Activation activation_;
  double epsilon_;
  std::vector<float> matrix_, bias_;        // the dense layer's
  std::vector<float> norm_, norm_shift_;    // weights and what is added
  std::vector<float> tokens_, token_bias_;  // a row a token
};

}  // namespace sonde
