#include "report/tables/audit_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "report/number_format.h"
#include "sonde/subject.h"

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

std::string shown_p(double p) { return p < .001 ? "< 0.001" : "= " + decimal(p, 3); }

std::string percent(double value) { return std::isnan(value) ? "-" : percent_number(value) + "%"; }

std::string percent(const Result* result) {
  if (result == nullptr) return "";
  if (std::isnan(result->value) || std::isnan(result->low)) return percent(result->value);
  return fmt::format("{}% [{}, {}]", percent_number(result->value), percent_number(result->low),
                     percent_number(result->high));
}

std::string precise(const Result* result) {
  if (result == nullptr || std::isnan(result->value)) return "-";
  if (std::isnan(result->low)) return fmt::format("{:.3f}", result->value);
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", result->value, result->low, result->high);
}

std::string given_threshold(const OverviewTask& task) {
  const Spec probe = parse_spec(task.facts.probe);
  const auto found = probe.options.find("threshold");
  return found == probe.options.end() ? std::string() : found->second;
}

}  // namespace sonde
