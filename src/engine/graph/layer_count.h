#pragma once

#include "engine/config/transformer_config.h"
#include "engine/weights/weights.h"

namespace sonde {

// Errors: kInput if the weights have a layer that config.json does not count, and that would be
// skipped.
void check_layer_count(const TransformerConfig& config, const Weights& weights);

}  // namespace sonde
