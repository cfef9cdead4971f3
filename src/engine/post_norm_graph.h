#pragma once

#include <cstddef>
#include <memory>
#include <openvino/core/model.hpp>
#include <span>

#include "engine/transformer_config.h"
#include "engine/weights.h"
#include "kernels/amx_dense.h"

namespace sonde {

struct DenseOptions {
  Products products = Products::kLibrary;
  Precision precision = Precision::kF32;  // of tiles
  std::size_t threads = 1;                // that prepare them
};

// The graph of a post-norm encoder (Devlin et al., 2019): token ids, i32
// [sentences, length], in; the states of each tapped layer, f32 [sentences, length, hidden], out,
// and after them perhaps others that nobody asked for.
// It has no mask: all sentences of a batch have the same number of tokens.
// Constants share the weights' memory, but for matrices on tiles.
std::shared_ptr<ov::Model> build_post_norm(const TransformerConfig& config, const Weights& weights,
                                           std::span<const std::size_t> taps,
                                           const DenseOptions& dense);

}  // namespace sonde
