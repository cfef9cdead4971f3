#include "report/task_results.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace sonde {

const Result* find_result(const OverviewTask& task, std::string_view subject, std::string_view name,
                          std::string_view slice) {
  const auto at = std::ranges::find_if(task.results, [&](const Result& one) {
    return one.subject == subject && one.name == name && one.slice == slice;
  });
  return at == task.results.end() ? nullptr : &*at;
}

std::optional<Interval> paired_interval(const Result& first, const Result& second) {
  const auto& a = first.replicates.values;
  const auto& b = second.replicates.values;
  if (a.empty() || a.size() != b.size()) return std::nullopt;
  std::vector<double> differences(a.size());
  std::ranges::transform(b, a, differences.begin(), std::minus{});
  return Resampler::percentile(std::move(differences));
}

}  // namespace sonde
