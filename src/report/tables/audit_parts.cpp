#include "report/tables/audit_parts.h"

#include <fmt/format.h>

#include <cmath>

namespace sonde {

Json subject_results_json(const OverviewTask& task, std::string_view subject) {
  Json results = Json::array();
  for (const auto& result : task.results) {
    if (result.subject != subject) continue;
    results.push_back({{"slice", result.slice},
                       {"name", result.name},
                       {"value", json_number(result.value)},
                       {"low", json_number(result.low)},
                       {"high", json_number(result.high)},
                       {"n", result.n},
                       {"left_out", result.left_out}});
  }
  return results;
}

std::string percent(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.0f}%", 100 * value);
}

std::string percent(const Result* result) {
  if (result == nullptr) return "";
  if (std::isnan(result->value) || std::isnan(result->low)) return percent(result->value);
  return fmt::format("{:.0f}% [{:.0f}, {:.0f}]", 100 * result->value, 100 * result->low,
                     100 * result->high);
}

}  // namespace sonde
