#include "engine/graph/layer_count.h"

#include <string>

#include "base/counted.h"
#include "sonde/error.h"

namespace sonde {

void check_layer_count(const TransformerConfig& config, const Weights& weights) {
  if (config.encoder != nullptr) check_layer_count(*config.encoder, weights);
  if (config.family->shared_layers) return;
  const LayerNames& names = config.family->names;
  const std::string part(config.family->fusion == Fused::kNone ? names.query : names.fused);
  const std::string end = config.family->headed_matrices ? "" : ".weight";
  const std::string more = config.layer_path(config.layers) + part + end;
  if (!weights.has(more)) return;
  throw input_error(
      "has the tensor '" + more + "', but config.json has only " + counted(config.layers, "layer"),
      {weights.file()},
      "config.json and the weights do not match; layer=N takes a layer that is "
      "not the last");
}

void check_decoder(const TransformerConfig& config, const Weights& weights) {
  if (config.encoder == nullptr) return;
  const std::string first =
      config.layer_path(0) + std::string(config.family->names.cross_query) + ".weight";
  if (weights.has(first)) return;
  throw input_error("has no decoder ('" + first + "'), and states=decoder asks for its states",
                    {weights.file()}, "use states=encoder");
}

}  // namespace sonde
