#pragma once

#include "engine/config/graph_builder.h"

namespace sonde {

// A transformer that normalises the inputs of attention and feed-forward, or their outputs, next to
// a sum that no norm touches before the last (Xiong et al., 2020): decoders, and encoders of that
// kind. A `Builder`.
std::shared_ptr<ov::Model> build_pre_norm(const TransformerConfig& config, const Weights& weights,
                                          std::span<const std::size_t> taps,
                                          const GraphOptions& options);

}  // namespace sonde
