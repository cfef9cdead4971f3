#pragma once

#include <optional>
#include <string_view>

#include "engine/kernels/activation.h"

namespace sonde {

// For errors: one name for each function, and its usual others.
inline constexpr std::string_view kSupportedActivations =
    "gelu, gelu_new, gelu_pytorch_tanh, relu, silu";

// The activation with Hugging Face's name. Nothing for one that sonde doesn't compute.
std::optional<Activation> activation_of(std::string_view name);

}  // namespace sonde
