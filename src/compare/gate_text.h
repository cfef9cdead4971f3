#pragma once

#include <string>

#include "sonde/compare.h"
#include "sonde/resampling.h"

namespace sonde {

// What a gate asks, for people: "no drop of .02, at least .8". A drop is a rise where lower values
// are better.
std::string drop_text(const Gate& gate, Better better);
std::string bounds_text(Gate gate);  // without a drop
std::string asked_text(const Gate& gate);

// Which way is better: as the gate says, else the result.
Better better_of(const Gate& gate, const Result& result);

// The results that gates name, or without gates all over all items. Others need no replicates.
Resampler::Wanted asked_by(const Gates& gates);

}  // namespace sonde
