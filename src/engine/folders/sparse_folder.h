#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "engine/folders/model_folder.h"

namespace sonde {

// Pools the logits of all tokens into a number per entry of the vocabulary (Formal et al., 2021).
struct SparsePooling {
  bool sum = false;             // the sum over the tokens, not the greatest
  bool twice = false;           // log(1 + log(1 + x)) of a positive logit x, else log(1 + x)
  std::size_t most = SIZE_MAX;  // at most this many numbers are not 0: the greatest
};

struct SparseFolder {
  ModelFolder model;
  SparsePooling pooling;
};

// A folder of sentence-transformers' SparseEncoder: a masked language model, then SpladePooling. A
// folder without modules is pooled as sentence-transformers does it. Errors: as
// read_model_folder().
SparseFolder read_sparse_folder(const std::filesystem::path& folder, const IgnoredKeys& ignored);

}  // namespace sonde
