#include "report/figures/language_spread.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "data/spec_text.h"
#include "report/tasks.h"

namespace sonde {
namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Uses n - 1. NaN for a single value.
double deviation(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

// The defined values of all subjects and data sets, by language, probe and result.
using Values = std::map<std::array<std::string, 3>, std::vector<double>>;

bool is_told(const Result& result, const ShowOptions& options) {
  const auto told = options.spread_by_language.find(kind_of_probe(result.probe));
  return told != options.spread_by_language.end() && told->second == result.name;
}

Values told_values(const RunFile& file, const std::vector<Result>& results,
                   const ShowOptions& options) {
  Values found;
  for (const auto& result : results) {
    if (!is_told(result, options) || result.slice != "all" || std::isnan(result.value)) continue;
    const auto* task = find_task(file, result);
    if (task == nullptr || task->language.empty()) continue;
    found[{task->language, task->probe, result.name}].push_back(result.value);
  }
  return found;
}

}  // namespace

std::vector<LanguageSpread> language_spreads(const RunFile& file,
                                             const std::vector<Result>& results,
                                             const ShowOptions& options) {
  std::vector<LanguageSpread> spreads;
  for (const auto& [key, values] : told_values(file, results, options)) {
    if (values.size() < 2) continue;
    spreads.push_back({key[0], key[1], key[2], mean(values), deviation(values), values.size()});
  }
  return spreads;
}

}  // namespace sonde
