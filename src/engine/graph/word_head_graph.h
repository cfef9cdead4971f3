#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_options.h"
#include "engine/weights/weights.h"

namespace ov {
class Model;
}

namespace sonde {

// The tensors of a masked language model's head: a dense layer (NAME.weight, NAME.bias), an
// activation, a norm (likewise), a row per token of the vocabulary, and its bias.
struct WordHeadTensors {
  std::string dense, norm;
  std::string tokens, bias;  // full names
  Activation activation;
};

// The rows of logits per text.
enum class WordLogits : std::uint8_t {
  kOfEachToken,  // a row per token
  kGreatest,     // a row per text
};

// Replaces the model's first output, the states of the last layer [sentences, length, hidden], by
// logits of the vocabulary. Negative logits become 0.
std::shared_ptr<ov::Model> with_word_head(const ov::Model& model, const WordHeadTensors& tensors,
                                          WordLogits logits, const TransformerConfig& config,
                                          const Weights& weights, const GraphOptions& options);

}  // namespace sonde
