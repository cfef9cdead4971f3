#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/comparison.h"
#include "sonde/resampling.h"

namespace sonde {

// The subject's result in the slice, or null without one. A view of task.results.
const Result* find_result(const OverviewTask& task, std::string_view subject, std::string_view name,
                          std::string_view slice = "all");

// The value of vectors without information, if the task asks a question about the result.
std::optional<double> chance_of(const OverviewTask& task, std::string_view name);

// The task's slices "LABEL=VALUE", in the order of their first results.
std::vector<std::string> slices_of(const OverviewTask& task, std::string_view label);

// The 95% interval of the second less the first, replicate by replicate. Nothing if they have no
// replicates of the same draws.
std::optional<Interval> paired_interval(const Result& first, const Result& second);

}  // namespace sonde
