#pragma once

#include <optional>
#include <span>

#include "compare/chosen.h"
#include "compare/joint_task.h"
#include "sonde/comparison.h"

namespace sonde {

// Whether a subject's cosines of the items in common are those of the base, but for noise: the
// greatest change of one against the greater of both runs' noise floors, and half as much again,
// since there may be more cosines than the floors were found with. chosen: the base's subject and
// the run's. Nothing where the task measures no cosine.
std::optional<GateCheck> check_unchanged(std::span<const NamedRun> runs, const CommonTask& task,
                                         std::span<const Chosen> chosen);

}  // namespace sonde
