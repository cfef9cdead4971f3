#include "engine/graph/kernel_choice.h"

#include <string>

#include "base/cpu.h"
#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

Kernels own_kernels_in(Precision precision) {
  Kernels own = own_kernels();
  if (precision == Precision::kInt8) own.products = Products::kLibrary;
  return own;
}

void add_kernel(std::string_view name, Precision precision, Kernels& kernels) {
  const Kernels own = own_kernels_in(precision);
  if (name == "attention") {
    kernels.attention = true;
  } else if (name == "norm") {
    kernels.norm = true;
  } else if (name == "tiles" && own.products == Products::kTiles) {
    kernels.products = own.products;
  } else if (name == "tiles" && precision == Precision::kInt8) {
    throw usage_error("tiles don't compute in int8", "leave tiles out of kernels=");
  } else if (name == "tiles") {
    throw usage_error("this machine has no tiles (its class is " + std::string(cpu_class()) + ")",
                      "leave kernels= out for the kernels that it has");
  } else {
    throw usage_error("'" + std::string(name) + "' is not a value of the option 'kernels'",
                      "use own, library, or some of attention,norm,tiles");
  }
}

}  // namespace

Kernels kernels_for(const TransformerConfig& model, Kernels kernels) {
  const bool plain = !model.causal && model.key_value_heads == model.heads &&
                     model.family->fusion != Fused::kByHead && model.ropes.empty() &&
                     model.relative.span == 0 && model.soft_cap == 0 && model.clip == 0 &&
                     model.family->names.query_norm.empty();
  if (!plain) kernels.attention = false;
  if (model.norm != Norm::kLayer) kernels.norm = false;
  return kernels;
}

Kernels kernels_named(std::string_view names, const TransformerConfig& model, Precision precision) {
  if (names == "own") return kernels_for(model, own_kernels_in(precision));
  Kernels kernels;
  if (names == "library") return kernels;
  for (const auto name : parts_of(names, ',')) add_kernel(name, precision, kernels);
  return kernels_for(model, kernels);
}

}  // namespace sonde
