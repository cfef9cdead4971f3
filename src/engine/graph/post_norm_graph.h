#pragma once

#include "engine/config/graph_builder.h"

namespace sonde {

// A post-norm encoder (Devlin et al., 2019): embeddings, then layers of attention and feed-forward,
// each followed by its normalisation. A `Builder`.
std::shared_ptr<ov::Model> build_post_norm(const TransformerConfig& config, const Weights& weights,
                                           std::span<const std::size_t> taps,
                                           const GraphOptions& options);

}  // namespace sonde
