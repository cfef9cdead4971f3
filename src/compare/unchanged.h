#pragma once

#include <span>
#include <vector>

#include "compare/chosen_subject.h"
#include "sonde/comparison.h"

namespace sonde {

// Whether a subject's cosines of the items in common are those of the base, but for noise: the
// greatest change of one against the greater of both runs' noise floors, and half as much again,
// since there may be more cosines than the floors were found with. A check a task that both have
// and that measures cosines.
std::vector<GateCheck> check_unchanged(std::span<const NamedRun> runs, const Chosen& base,
                                       const Chosen& run);

}  // namespace sonde
