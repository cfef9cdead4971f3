#pragma once

#include <string_view>

#include "engine/config/transformer_config.h"
#include "engine/kernels/kernels.h"
#include "engine/kernels/precision.h"

namespace sonde {

// The kernels among `kernels` that compute such a model: in sonde's own attention a token sees all
// others, each query has a key and none is rotated, and its norm is layer normalisation.
Kernels kernels_for(const TransformerConfig& model, Kernels kernels);

// The same for the kernels that people name: `own`, all that this machine has, `library`, none, or
// some, for instance `attention,norm`. Tiles don't compute in int8. Errors: kUsage for an unknown
// name, and for tiles if the processor has none or the precision excludes them.
Kernels kernels_named(std::string_view names, const TransformerConfig& model, Precision precision);

}  // namespace sonde
