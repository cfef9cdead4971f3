#pragma once

#include <optional>

#include "compare/gates/checked_runs.h"
#include "sonde/compare.h"

namespace sonde {

// The lowest and the highest value that a result can have.
struct ResultRange {
  double low = 0, high = 1;
};

// None: any number, or a plugin's result. `is_cosine`: whether the subject's similarities are
// cosines.
std::optional<ResultRange> range_of(const TaskFacts& task, std::string_view result, bool is_cosine);

// Whether the numbers of a gate are possible for a result of the task. Errors: kInput with the
// gate's line for a bound outside of the result's range, a drop larger than it, and a threshold
// that is not a cosine.
void check_range(const Gates& gates, const Gate& gate, const TaskFacts& task,
                 std::string_view result, bool is_cosine);

}  // namespace sonde
