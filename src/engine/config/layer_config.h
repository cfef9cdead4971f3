#pragma once

#include "engine/config/json_fields.h"
#include "engine/config/transformer_config.h"

namespace sonde {

// Fills `layer_facts` and `ropes`, and shortens `positions` to those that the ropes hold for.
// Errors: kInput for kinds of layers that are unknown, and numbers that make no sense.
void read_layer_facts(TransformerConfig& config, const JsonFields& fields,
                      const IgnoredKeys& ignored);

}  // namespace sonde
