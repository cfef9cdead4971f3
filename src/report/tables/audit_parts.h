// Heavy: to be included by sources, not by headers.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "report/json_parts.h"
#include "sonde/comparison.h"

namespace sonde {

// The results of a subject as the JSON of `sonde audit` has them.
Json subject_results_json(const OverviewTask& task, std::string_view subject);

std::string shown_p(double p);              // "= 0.012", "< 0.001"
std::string percent(double value);          // "61%", or "-" if it is undefined
std::string precise(const Result* result);  // "0.612 [0.588, 0.634]", or "-" if it is undefined
std::string percent(const Result* result);  // "61% [55, 67]", or nothing without a result

// The thresholds of results: the ends of their names, and the wanted rate of false matches.
struct AuditPoint {
  std::string_view suffix, wanted;
};
inline constexpr std::array kPoints{AuditPoint{"_1", "1%"}, AuditPoint{"_5", "5%"},
                                    AuditPoint{"_given", "given"}};

// The threshold that the task's probe was given. Empty if it was given none.
std::string given_threshold(const OverviewTask& task);

}  // namespace sonde
