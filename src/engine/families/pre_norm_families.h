#pragma once

#include <span>

#include "engine/families/families.h"

namespace sonde {

// The rows of the table of families whose graph `build_pre_norm` builds.
std::span<const Family> pre_norm_families();

}  // namespace sonde
