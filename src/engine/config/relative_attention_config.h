#pragma once

#include "engine/config/json_fields.h"
#include "engine/config/transformer_config.h"

namespace sonde {

// Reads `relative`, `convolution` and the scale of the scores, which counts what adds to them.
// Errors: kInput for kinds that sonde doesn't compute.
void read_relative_attention(TransformerConfig& config, const JsonFields& fields);

}  // namespace sonde
