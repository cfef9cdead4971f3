#pragma once

#include <string_view>

#include "engine/config/transformer_config.h"
#include "engine/kernels/kernels.h"
#include "engine/kernels/precision.h"

namespace sonde {

// Those of these kernels that compute such a model: sonde's own attention lets a token see all
// others, has a key a query and rotates none, and its norm is layer normalisation.
Kernels kernels_for(const TransformerConfig& model, Kernels kernels);

// The same of the kernels that people name: `own`, all that this machine has; `library`, none; or
// some, for instance `attention,norm`. Tiles don't compute in int8. Errors: kUsage for an unknown
// name, and for tiles where the processor has none or the precision leaves them out.
Kernels kernels_named(std::string_view names, const TransformerConfig& model, Precision precision);

}  // namespace sonde
