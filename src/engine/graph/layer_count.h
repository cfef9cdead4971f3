#pragma once

#include "engine/config/transformer_config.h"
#include "engine/weights/weights.h"

namespace sonde {

// Errors: kInput if the weights have a layer of the model, or of its encoder, that config.json does
// not count, and that would be skipped.
void check_layer_count(const TransformerConfig& config, const Weights& weights);

// Errors: kInput if the states of a decoder are to be taken and the weights have none.
void check_decoder(const TransformerConfig& config, const Weights& weights);

}  // namespace sonde
