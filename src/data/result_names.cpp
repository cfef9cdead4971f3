#include "data/result_names.h"

#include <algorithm>
#include <array>

#include "data/spec_text.h"

namespace sonde {
namespace {

struct Renamed {
  std::string_view probe, before, now;
};
constexpr std::array kRenamed{
    Renamed{"curves", "best_cosine", "threshold"},
    Renamed{"curves", "best_error", "balanced_error"},
    Renamed{"curves", "fuzz_below", "false_negative_rate"},
    Renamed{"curves", "negation_above", "false_positive_rate"},
    Renamed{"curves", "limit_cosine", "threshold_at_fpr"},
    Renamed{"curves", "fuzz_above_limit", "tpr_at_fpr"},
};

}  // namespace

std::string current_result_name(std::string_view name, std::string_view probe) {
  const std::string kind = kind_of_probe(probe);
  const auto found = std::ranges::find_if(kRenamed, [&](const Renamed& row) {
    return row.before == name && (kind.empty() || row.probe == kind);
  });
  return std::string(found == kRenamed.end() ? name : found->now);
}

}  // namespace sonde
