#pragma once

#include <cstddef>
#include <filesystem>

#include "engine/families.h"

namespace sonde {

enum class Activation { kGelu, kGeluTanh, kRelu };

// What config.json says of a transformer.
struct TransformerConfig {
  const Family* family = nullptr;
  std::size_t vocabulary = 0;    // rows of the token table
  std::size_t positions = 0;     // longest input in tokens
  std::size_t hidden = 0;        // numbers in a token's state
  std::size_t layers = 0;        // at least 1
  std::size_t heads = 0;         // divides `hidden`
  std::size_t intermediate = 0;  // of the feed-forward part
  std::size_t token_types = 0;
  std::size_t task_types = 0;  // 0: no such embeddings
  double epsilon = 1e-12;      // of layer normalisation
  Activation activation = Activation::kGelu;
};

// Errors: kInput for an unknown family, activation or kind of position
// embedding, and for numbers that make no sense.
TransformerConfig read_transformer_config(const std::filesystem::path& config_json);

}  // namespace sonde
