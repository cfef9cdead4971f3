#pragma once

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_nodes.h"

namespace sonde {

// The ids that a model reads, i32 [sentences, length]: the text's, or the family's `first_token`
// followed by all of the text's but the last.
graph::Node moved_tokens(const TransformerConfig& config, const graph::Node& ids);

}  // namespace sonde
