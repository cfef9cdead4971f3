#pragma once

#include <optional>
#include <span>
#include <string>

#include "compare/gates/checked_runs.h"
#include "sonde/compare.h"
#include "statistics/resampling/paired_difference.h"

namespace sonde {

// A gate's requirement on one result of a pair of subjects.
struct GateQuestion {
  const Gate& gate;
  const SubjectPair& pair;
  ResultName result;
};

// A check before the correction for many tests.
struct GateAnswer {
  GateCheck check;
  SubjectPair pair;
  std::optional<Paired> gain{};  // set if a test decides, greater is better
};

// A kind of gate. A gate may be of several kinds.
struct GateKind {
  bool (*asked)(const Gate& gate);
  GateAnswer (*answer)(CheckedRuns& runs, const GateQuestion& question);
};
std::span<const GateKind> gate_kinds();

// An answer that fails, without numbers.
GateAnswer blank_answer(const GateQuestion& question, std::string asked);

}  // namespace sonde
