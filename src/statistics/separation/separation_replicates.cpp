#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/nan.h"
#include "sonde/error.h"
#include "statistics/resampling/each_block.h"
#include "statistics/resampling/resampled_measures.h"
#include "statistics/separation/bandwidth.h"
#include "statistics/separation/kernel_sum.h"
#include "statistics/separation/replicated_bins.h"
#include "statistics/separation/separation_check.h"

namespace sonde {
namespace {

constexpr std::size_t kMostOfPlan = 1U << 17U;
constexpr double kBinsAWidth = 16;  // and a standard deviation

using Numbers = std::vector<double> SeparationReplicates::*;
constexpr Numbers kNumbers[] = {&SeparationReplicates::overlap,
                                &SeparationReplicates::auc,
                                &SeparationReplicates::best_threshold,
                                &SeparationReplicates::false_negative_rate,
                                &SeparationReplicates::false_positive_rate,
                                &SeparationReplicates::balanced_error,
                                &SeparationReplicates::limit_threshold,
                                &SeparationReplicates::true_positive_rate,
                                &SeparationReplicates::fuzzed_mean,
                                &SeparationReplicates::negated_mean,
                                &SeparationReplicates::fuzzed_deviation,
                                &SeparationReplicates::negated_deviation};

SeparationReplicates undefined(std::size_t replicates) {
  SeparationReplicates all;
  for (const Numbers numbers : kNumbers) (all.*numbers).assign(replicates, kNaN);
  return all;
}

// The bins of a kind, and whether they are fine enough for its curves.
struct Plan {
  Bins bins{0, 1, 2};
  double width = kNaN;  // in steps
  bool curves = false;
};

Plan plan_for(const Variants& kind, const Bandwidth& bandwidth) {
  check(bandwidth);
  const Spread spread = spread_of(kind.cosines);
  Plan plan;
  if (spread.n == 0) return plan;
  plan.width = width(bandwidth, static_cast<double>(spread.n), spread.deviation) * kStepsPerUnit;
  plan.curves = spread.n > 1 && !spread.constant();
  const double finest = plan.curves ? std::min({1.0, plan.width / kBinsAWidth,
                                                spread.deviation * kStepsPerUnit / kBinsAWidth})
                                    : 1;
  plan.bins.origin = std::floor(place_of(spread.low));
  plan.bins.divisor = static_cast<double>(divisor_for(finest, 1));
  const double steps = place_of(spread.high) - plan.bins.origin;
  while (steps * plan.bins.divisor + 2 > static_cast<double>(kMostOfPlan)) {
    plan.bins.divisor /= 2;
    plan.curves = false;
  }
  plan.bins.count = static_cast<std::size_t>(steps * plan.bins.divisor) + 2;
  return plan;
}

// A kind in a replicate, from its counts in bins.
class ReplicatedKind {
 public:
  ReplicatedKind(const Plan& plan, const Bandwidth& bandwidth)
      : bins_(plan.bins), bandwidth_(bandwidth), counts_(plan.bins.count) {
    if (plan.curves) curve_.emplace(plan.bins, plan.width);
  }

  // The mean and the deviation of the cosines.
  struct MeanAndDeviation {
    double mean, deviation;
  };
  template <class Read>
  MeanAndDeviation read(const Read& read) {
    read(counts_);
    moments_ = moments(counts_);
    return {bins_.place(moments_.mean) / kStepsPerUnit - 1,
            moments_.deviation / bins_.divisor / kStepsPerUnit};
  }

  // None if the values hardly differ relative to the width of a bin.
  std::span<const double> curve() {
    if (!curve_ || !(moments_.deviation >= 1)) return {};
    return curve_->shares(counts_,
                          width(bandwidth_, moments_.count, moments_.deviation / bins_.divisor));
  }

 private:
  Bins bins_;
  Bandwidth bandwidth_;
  std::vector<double> counts_;
  BinMoments moments_{};
  std::optional<BinnedCurve> curve_;
};

double overlap(std::span<const double> a, std::span<const double> b) {
  return a.empty() || b.empty() ? kNaN : common_share(a, b);
}

// Computes the replicates of a thread.
class Replicating {
 public:
  Replicating(const Variants& fuzzed, const Variants& negated, std::span<const std::uint64_t> keys,
              const SeparationOptions& options, const Plan& fuzzed_plan, const Plan& negated_plan,
              const ThresholdCells& cells, double threshold)
      : false_positive_rate_(options.false_positive_rate),
        counts_({fuzzed, fuzzed_plan.bins}, {negated, negated_plan.bins}, keys, cells),
        fuzzed_(fuzzed_plan, options.bandwidth),
        negated_(negated_plan, options.bandwidth),
        cells_(cells),
        in_cells_{std::vector<std::uint32_t>(cells.size()),
                  std::vector<std::uint32_t>(cells.size())},
        threshold_(threshold) {}

  ReplicatedBins& counts() { return counts_; }

  void numbers(std::size_t lane, std::size_t replicate, SeparationReplicates& out) {
    const auto fuzzed = fuzzed_.read([&](auto& counts) { counts_.fuzzed(lane, counts); });
    const auto negated = negated_.read([&](auto& counts) { counts_.negated(lane, counts); });
    out.fuzzed_mean[replicate] = fuzzed.mean;
    out.negated_mean[replicate] = negated.mean;
    out.fuzzed_deviation[replicate] = fuzzed.deviation;
    out.negated_deviation[replicate] = negated.deviation;
    out.overlap[replicate] = overlap(fuzzed_.curve(), negated_.curve());
    counts_.in_cells(lane, in_cells_);
    out.auc[replicate] = auc(in_cells_);
    out.best_threshold[replicate] = best_threshold(cells_, in_cells_);
    set_errors(replicate, out);
    const LimitThreshold limit = limit_threshold(cells_, in_cells_, false_positive_rate_);
    out.limit_threshold[replicate] = limit.cosine;
    out.true_positive_rate[replicate] = limit.true_positive_rate;
  }

 private:
  void set_errors(std::size_t replicate, SeparationReplicates& out) const {
    out.balanced_error[replicate] = errors_at(threshold_).balanced_error;
    const double own = out.best_threshold[replicate];
    if (std::isnan(own)) return;  // the others are NaN already
    const BestThreshold errors = errors_at(own);
    out.false_negative_rate[replicate] = errors.false_negative_rate;
    out.false_positive_rate[replicate] = errors.false_positive_rate;
  }

  // Without a threshold those of taking all for fuzzed ones, half of which is the mean.
  BestThreshold errors_at(double threshold) const {
    return errors_from(std::isnan(threshold) ? 0 : cells_.from(threshold), in_cells_);
  }

  double false_positive_rate_;
  ReplicatedBins counts_;
  ReplicatedKind fuzzed_, negated_;
  const ThresholdCells& cells_;
  CellCounts in_cells_;
  double threshold_;
};

// Moves the replicates as far as the counts of weight 1 are from the exact value.
void move(std::vector<double>& replicates, double from, double to, double least, double most) {
  if (std::isnan(from) || std::isnan(to)) return;
  for (double& value : replicates) {
    if (!std::isnan(value)) value = std::clamp(value + (to - from), least, most);
  }
}

void move(SeparationReplicates& all, const SeparationReplicates& once, const Separation& exact) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  move(all.overlap, once.overlap[0], exact.overlap, 0, 1);
  move(all.auc, once.auc[0], exact.auc, 0, 1);
  move(all.fuzzed_mean, once.fuzzed_mean[0], exact.fuzzed_mean, -kAny, kAny);
  move(all.negated_mean, once.negated_mean[0], exact.negated_mean, -kAny, kAny);
  move(all.fuzzed_deviation, once.fuzzed_deviation[0], exact.fuzzed_deviation, 0, kAny);
  move(all.negated_deviation, once.negated_deviation[0], exact.negated_deviation, 0, kAny);
}

bool are_several(const Variants& fuzzed, const Variants& negated,
                 std::span<const std::uint64_t> keys) {
  std::optional<std::uint64_t> first;
  for (const auto items : {fuzzed.items, negated.items}) {
    for (const std::uint32_t item : items) {
      if (!first) first = keys[item];
      if (keys[item] != *first) return true;
    }
  }
  return false;
}

void check_items(const Variants& variants, std::span<const std::uint64_t> keys) {
  if (!variants.items.empty() && variants.items.back() >= keys.size()) {
    throw usage_error("resampling needs a key for each item");
  }
}

}  // namespace

SeparationReplicates separation_replicates(const Resampler& resampler, const Variants& fuzzed,
                                           const Variants& negated,
                                           std::span<const std::uint64_t> keys,
                                           const SeparationOptions& options) {
  check(fuzzed, negated, options);
  check_items(fuzzed, keys);
  check_items(negated, keys);
  SeparationReplicates all = undefined(resampler.replicates());
  if (!are_several(fuzzed, negated, keys)) return all;
  const Separation exact = separation(fuzzed, negated, options);
  const Plan fuzzed_plan = plan_for(fuzzed, options.bandwidth);
  const Plan negated_plan = plan_for(negated, options.bandwidth);
  const std::array alone{exact.best.cosine, exact.limit.cosine};
  const ThresholdCells cells(fuzzed, negated, alone);
  const auto make = [&] {
    return Replicating(fuzzed, negated, keys, options, fuzzed_plan, negated_plan, cells,
                       exact.best.cosine);
  };
  each_block(resampler, keys.size() + kCurvePoints, make,
             [&](Replicating& replicating, const ReplicateBlock& block) {
               replicating.counts().draw(block.keys);
               for (std::size_t lane = 0; lane < block.count; ++lane) {
                 replicating.numbers(lane, block.first + lane, all);
               }
             });
  Replicating replicating = make();
  replicating.counts().once_each();
  SeparationReplicates once = undefined(1);
  replicating.numbers(0, 0, once);
  move(all, once, exact);
  return all;
}

void centre_overlaps(std::span<double> replicates, double overlap) {
  centre(replicates, overlap);
  for (double& one : replicates) one = std::clamp(one, 0.0, 1.0);
}

}  // namespace sonde
