#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/subject_selection.h"
#include "sonde/compare.h"

namespace sonde {

// Whether gates ask for the same cosines.
inline bool asks_unchanged(const Gates& gates) { return gates.unchanged || gates.tolerance; }

struct UnchangedChecks {
  std::vector<GateCheck> checks;   // one for each task of both runs that measures cosines
  std::vector<std::string> notes;  // tasks of one run alone, and pairs that changed
};

// Compares a subject's cosines with those of the base, on the items that both runs have. A check
// fails if one differs by more than `tolerance`, or is undefined in the run alone. Without a
// tolerance, 1.5 times the larger noise floor is allowed: there may be more cosines than the floors
// were found with.
UnchangedChecks check_unchanged(std::span<const NamedRun> runs, const Chosen& base,
                                const Chosen& run, std::optional<double> tolerance);

}  // namespace sonde
