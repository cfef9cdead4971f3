#include "report/language_spread.h"

#include <cmath>
#include <map>
#include <utility>

#include "report/tasks.h"

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
    const auto* task = find_task(file, result);
    if (task == nullptr || task->language.empty()) continue;
    found[{task->language, task->probe}].push_back(result.value);
  }
  return found;
}

}  // namespace

std::vector<LanguageSpread> language_spreads(const RunFile& file,
                                             const std::vector<Result>& results) {
  std::vector<LanguageSpread> spreads;
  for (const auto& [key, values] : overlaps(file, results)) {
    if (values.size() < 2) continue;
    spreads.push_back({key.first, key.second, mean(values), deviation(values), values.size()});
  }
  return spreads;
}

}  // namespace sonde
