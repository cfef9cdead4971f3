#pragma once

#include <string>

#include "sonde/compare.h"

namespace sonde {

// What a gate asks, for people: "no drop of .02, at least .8". A drop is a rise where lower values
// are better.
std::string drop_text(const Gate& gate, Better better);
std::string asked_text(const Gate& gate);

// Which way is better: as the gate says, else the result.
Better better_of(const Gate& gate, const Result& result);

}  // namespace sonde
