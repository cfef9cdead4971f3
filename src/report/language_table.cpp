#include <algorithm>
#include <cmath>
#include <map>

#include "report/numbers.h"
#include "report/task_table.h"

namespace sonde {
namespace {

constexpr const char* kSpreadResult = "overlap";

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// With n - 1; NaN for a single value.
double deviation(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

// The defined overlaps of all subjects and data sets, by language and probe.
using Overlaps = std::map<std::pair<std::string, std::string>, std::vector<double>>;

Overlaps overlaps(const RunFile& file, const std::vector<Result>& results) {
  Overlaps found;
  for (const auto& result : results) {
    if (result.name != kSpreadResult || result.slice != "all" || std::isnan(result.value)) continue;
    const auto& tasks = file.tasks();
    const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const TaskFacts& one) {
      return one.probe == result.probe && one.dataset == result.dataset;
    });
    if (task == tasks.end() || task->language.empty()) continue;
    found[{task->language, task->probe}].push_back(result.value);
  }
  return found;
}

}  // namespace

TextTable language_table(const RunFile& file, const std::vector<Result>& results) {
  TextTable table{"overlap by language, over all subjects and data sets",
                  {"language", "probe", "mean", "sd", "values"},
                  {},
                  2};
  for (const auto& [key, values] : overlaps(file, results)) {
    if (values.size() < 2) continue;
    table.rows.push_back({key.first, key.second, rounded(mean(values)), rounded(deviation(values)),
                          std::to_string(values.size())});
  }
  return table;
}

}  // namespace sonde
