#include "report/task_results.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace sonde {

const Result* find_result(const OverviewTask& task, std::string_view subject, std::string_view name,
                          std::string_view slice) {
  const auto at = std::ranges::find_if(task.results, [&](const Result& one) {
    return one.subject == subject && one.name == name && one.slice == slice;
  });
  return at == task.results.end() ? nullptr : &*at;
}

std::optional<double> chance_of(const OverviewTask& task, std::string_view name) {
  const auto question =
      std::ranges::find(task.questions, name, [](const auto& one) { return one.of.result; });
  return question == task.questions.end() ? std::nullopt : std::optional(question->of.chance);
}

std::vector<std::string> slices_of(const OverviewTask& task, std::string_view label) {
  std::vector<std::string> slices;
  for (const auto& result : task.results) {
    const bool is_one = result.slice.size() > label.size() && result.slice.starts_with(label) &&
                        result.slice[label.size()] == '=';
    if (is_one && std::ranges::find(slices, result.slice) == slices.end()) {
      slices.push_back(result.slice);
    }
  }
  return slices;
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
