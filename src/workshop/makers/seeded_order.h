#pragma once

#include <cstdint>
#include <vector>

#include "workshop/makers/sources.h"

namespace sonde {

// The places of the sources in an order by the hash of seed and text. Taking the first usable ones
// draws the same ones whatever else the file has, and all that a smaller draw has.
std::vector<std::size_t> by_lot(const std::vector<Source>& sources, std::uint64_t seed);

}  // namespace sonde
