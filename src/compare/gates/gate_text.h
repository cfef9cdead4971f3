#pragma once

#include <functional>
#include <set>
#include <string>

#include "sonde/compare.h"
#include "sonde/resampling.h"

namespace sonde {

// A gate's requirement, for people: "no drop of .02, at least .8". A drop is a rise if lower values
// are better.
std::string drop_text(const Gate& gate, Better better);
std::string bounds_text(Gate gate);  // without a drop
std::string asked_text(const Gate& gate);

// The better direction: the gate's, else the result's.
Better better_of(const Gate& gate, const Result& result);

// The results that gates name, or without a name those that are `directed`. Others need no
// replicates.
Resampler::Wanted asked_by(const Gates& gates, std::set<std::string, std::less<>> directed);

}  // namespace sonde
