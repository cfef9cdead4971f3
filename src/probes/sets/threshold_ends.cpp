#include "probes/sets/threshold_ends.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parse.h"
#include "probes/sets/sets_thresholds.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// The part before a separator, which is taken out with it.
std::string_view take(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const auto part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

bool is_known(const std::string& name) {
  for (std::size_t op = 0; op < kSetOperators.size(); ++op) {
    if (std::ranges::count(ends_needed(static_cast<SetOperator>(op)), name) > 0) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> ends_needed(SetOperator op) {
  std::vector<std::string> names;
  for (std::size_t measure = 0; measure < kSetsMeasures.size(); ++measure) {
    if (!kSetsMeasures[measure].bounded) continue;
    for (std::size_t which = 0; which < kMargins; ++which) {
      const auto margin = static_cast<Margin>(which);
      if (operator_of(margin) == op) names.push_back(ends_name(measure, margin));
    }
  }
  return names;
}

GridEnds ends_of(std::span<const Result> results) {
  GridEnds low, ends;
  for (const auto& result : results) {
    if (result.slice != "all" || !std::isfinite(result.value)) continue;
    const auto last = result.name.find_last_of('_');
    const std::string name = result.name.substr(0, last);
    if (last == result.name.npos || !is_known(name)) continue;
    if (result.name.ends_with("_low")) low[name].low = result.value;
    const auto found = low.find(name);
    if (!result.name.ends_with("_high") || found == low.end()) continue;
    if (found->second.low <= result.value) ends[name] = {found->second.low, result.value};
  }
  return ends;
}

std::string ends_text(const GridEnds& ends) {
  std::string text;
  for (const auto& [name, range] : ends) {
    if (!text.empty()) text += ", ";
    text += name + " " + printed(range.low) + ":" + printed(range.high);
  }
  return text;
}

GridEnds parse_ends(std::string_view text) {
  GridEnds ends;
  while (!text.empty()) {
    auto range = trimmed(take(text, ','));
    const std::string name(take(range, ' '));
    const auto parsed = parse_range(range);
    if (!parsed || !is_known(name)) {
      throw input_error("'" + name + "' has no ends of thresholds", {"", 0, "grid_ends", ""},
                        "a run writes them, nobody else");
    }
    ends[name] = *parsed;
  }
  return ends;
}

std::optional<Interval> parse_range(std::string_view text) {
  const auto low = parse_number<double>(take(text, ':')), high = parse_number<double>(text);
  if (!low || !high) return std::nullopt;
  return Interval{*low, *high};
}

}  // namespace sonde
