#pragma once

#include <string_view>

namespace sonde {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace sonde
