#pragma once

#include <span>

#include "engine/config/family.h"

namespace sonde {

// Encoders with a decoder.
std::span<const Family> bart_families();

}  // namespace sonde
