#include "compare/gates/result_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 10> kUnlimited{
    ".l1.", ".l2.", ".dot.", ".e1_", ".e2_", "margin", "threshold", "rating", "relative_", "_sd"};
constexpr std::array<std::string_view, 8> kSimilarities{
    "sim_", "similarity", "normalised_", "_mean", "mean_ab", "mean_at", "mean_bt", "baseline"};
constexpr std::array<std::string_view, 4> kCorrelations{"spearman", "pearson", "kendall",
                                                        "noise_ceiling"};

bool has_part(std::string_view name, const auto& parts) {
  return std::ranges::any_of(parts,
                             [&](std::string_view part) { return name.find(part) != name.npos; });
}

// The hint for a number that was meant as percent.
std::string in_percent_hint(double value, const ResultRange& range) {
  const double share = value / 100;
  return value > range.high && share <= range.high
             ? fmt::format("for {}% write {}", value, share)
             : fmt::format("write a number from {} to {}", range.low, range.high);
}

void check_number(const Place& place, const std::string& what, std::string_view key,
                  const std::optional<double>& value, const ResultRange& range) {
  if (!value || (*value >= range.low && *value <= range.high)) return;
  throw input_error(
      fmt::format("{} = {}, but {} is from {} to {}", key, *value, what, range.low, range.high),
      place, in_percent_hint(*value, range));
}

}  // namespace

std::optional<ResultRange> range_of(const TaskFacts& task, std::string_view result,
                                    bool is_cosine) {
  if (task.settings.contains("plugin") || has_part(result, kUnlimited)) return std::nullopt;
  if (result == "spearman_difference") return ResultRange{-2, 2};
  if (has_part(result, kCorrelations)) return ResultRange{-1, 1};
  if (!has_part(result, kSimilarities)) return ResultRange{};
  const bool other_similarity = parse_spec(task.probe).options.contains("similarity");
  if (!is_cosine || other_similarity) return std::nullopt;
  return ResultRange{-1, 1};
}

void check_range(const Gates& gates, const Gate& gate, const TaskFacts& task,
                 std::string_view result, bool is_cosine) {
  const Place place{gates.file, gate.line, "", ""};
  if (is_cosine) check_number(place, "a cosine", "threshold", gate.threshold, {-1, 1});
  const auto range = range_of(task, result, is_cosine);
  if (!range) return;
  const std::string name = fmt::format("'{}'", result);
  check_number(place, name, "at_least", gate.at_least, *range);
  check_number(place, name, "at_most", gate.at_most, *range);
  check_number(place, "a drop of " + name, "smallest", gate.smallest,
               {0, range->high - range->low});
}

}  // namespace sonde
