#include "engine/config/activation_names.h"

#include <array>

namespace sonde {
namespace {

struct NamedActivation {
  std::string_view name;
  Activation activation;
};

// Hugging Face's names. Several are the same function.
constexpr std::array<NamedActivation, 10> kActivations{{
    {"gelu", Activation::kGelu},
    {"gelu_python", Activation::kGelu},
    {"gelu_new", Activation::kGeluTanh},
    {"gelu_fast", Activation::kGeluTanh},
    {"gelu_accurate", Activation::kGeluTanh},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"gelu_python_tanh", Activation::kGeluTanh},
    {"relu", Activation::kRelu},
    {"silu", Activation::kSilu},
    {"swish", Activation::kSilu},
}};

}  // namespace

std::optional<Activation> activation_of(std::string_view name) {
  for (const auto& row : kActivations) {
    if (row.name == name) return row.activation;
  }
  return std::nullopt;
}

}  // namespace sonde
