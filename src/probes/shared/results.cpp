#include "probes/shared/results.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/nan.h"
#include "statistics/measures/correlation.h"

namespace sonde {
namespace {

void set_interval(Result& result, const Interval& interval) {
  result.low = interval.low;
  result.high = interval.high;
}

// If none among n failed, few do, not none. Replicates can't show that.
void widen_at_edge(Result& result, std::size_t items) {
  const bool most = result.value > 0.5;
  const double off = most ? 1 - result.value : result.value;
  if (off != 0 && !(off * static_cast<double>(items) < 1 && !std::isnan(result.low))) return;
  const Interval share = wilson(most ? items : 0, items);
  set_interval(result, {std::fmin(result.low, share.low), std::fmax(result.high, share.high)});
}

std::string why_no_interval(const Result& result, bool enough, bool same) {
  if (!enough) return kNoInterval;
  return "no interval of " + result.name + ": " +
         (same ? "the same in all replicates" : "undefined in most replicates");
}

}  // namespace

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Result blank_result(const Frame& frame, const Table& table, const Slice& slice, std::string name,
                    const Counted& counted) {
  Result result;
  result.subject = table.subject;
  result.dataset = frame.dataset;
  result.slice = slice.name;
  result.name = std::move(name);
  result.n = counted.keys.size();
  result.why = counted.left_out;
  if (slice.name == "all") {
    for (const auto& [reason, count] : frame.left_out) result.why[reason] += count;
  }
  for (const auto& [reason, count] : result.why) result.left_out += count;
  return result;
}

void Counted::add(double similarity, std::uint64_t key) {
  if (std::isnan(similarity)) {
    ++left_out["undefined similarity"];
  } else {
    x.push_back(similarity);
    keys.push_back(key);
  }
}

std::size_t Counted::distinct_items() const {
  return std::unordered_set<std::uint64_t>(keys.begin(), keys.end()).size();
}

void add_mean(Result& result, const Counted& counted, const Resampler& resampler) {
  if (counted.x.empty()) return;
  result.value = mean(counted.x);
  if (!resampler.wants(result.slice, result.name)) return;
  const std::size_t items = counted.distinct_items();
  auto replicates = resampler.means(counted.x, counted.keys);
  if (items >= kFewestItems) {
    set_interval(result, Resampler::mean_interval(replicates, items));
  } else {
    result.why[kNoInterval];
  }
  if (resampler.keeps()) result.replicates = {std::move(replicates), items};
}

void add_proportion(Result& result, const Counted& counted, const Resampler& resampler) {
  if (counted.x.empty()) return;
  result.value = mean(counted.x);
  const auto passed = static_cast<std::size_t>(std::count(counted.x.begin(), counted.x.end(), 1.0));
  set_interval(result, wilson(passed, counted.x.size()));
  if (resampler.keeps() && resampler.wants(result.slice, result.name)) {
    result.replicates = {resampler.means(counted.x, counted.keys), counted.distinct_items(),
                         Scale::kShare};
  }
}

void add_share(Result& result, const Counted& counted, const Resampler& resampler) {
  const auto is_whole = [](double share) { return share == 0 || share == 1; };
  if (std::ranges::all_of(counted.x, is_whole)) {
    add_proportion(result, counted, resampler);
    return;
  }
  add_statistic(result, mean(counted.x), resampler.means(counted.x, counted.keys),
                counted.distinct_items(), resampler, Scale::kBounded);
}

void add_correlation(Result& result, Correlation kind, const Counted& counted, std::size_t items,
                     std::span<const double> replicates, const Resampler& resampler) {
  add_statistic(result, correlation(kind, counted.x, counted.y),
                {replicates.begin(), replicates.end()}, items, resampler, Scale::kCorrelation);
}

void add_statistic(Result& result, double value, std::vector<double> replicates, std::size_t items,
                   const Resampler& resampler, Scale scale) {
  result.value = value;
  if (!std::isnan(value)) {
    const bool enough = items >= kFewestItems;
    if (enough) set_interval(result, Resampler::percentile(replicates));
    const bool same = scale == Scale::kBounded && result.low == result.high;
    if (scale == Scale::kBounded) widen_at_edge(result, items);
    if (same && result.low == result.high) set_interval(result, {kNaN, kNaN});
    if (std::isnan(result.low)) result.why[why_no_interval(result, enough, same)];
  }
  if (resampler.keeps()) result.replicates = {std::move(replicates), items, scale};
}

}  // namespace sonde
