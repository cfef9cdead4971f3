#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/threads.h"
#include "sonde/error.h"
#include "stats/kernel_sum.h"
#include "stats/measures.h"
#include "stats/replicated_bins.h"
#include "stats/separation_check.h"
#include "stats/spread.h"

namespace sonde {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostBins = 1U << 17U;
constexpr double kBinsAWidth = 16;  // and a standard deviation

using Numbers = std::vector<double> SeparationReplicates::*;
constexpr Numbers kNumbers[] = {
    &SeparationReplicates::overlap,          &SeparationReplicates::auc,
    &SeparationReplicates::best_cosine,      &SeparationReplicates::fuzzed_below,
    &SeparationReplicates::negated_above,    &SeparationReplicates::mean_error,
    &SeparationReplicates::limit_cosine,     &SeparationReplicates::fuzzed_above_limit,
    &SeparationReplicates::fuzzed_mean,      &SeparationReplicates::negated_mean,
    &SeparationReplicates::fuzzed_deviation, &SeparationReplicates::negated_deviation};

SeparationReplicates undefined(std::size_t replicates) {
  SeparationReplicates all;
  for (const Numbers numbers : kNumbers) (all.*numbers).assign(replicates, kNaN);
  return all;
}

// The bins of both kinds, and what is known of their curves.
struct Plan {
  Bins bins;
  double fuzzed_width = kNaN, negated_width = kNaN;  // in steps
  bool curves = false;                               // whether the bins are fine enough for them
};

// The finest that the kind needs bins to be, in steps.
double finest_for(const Spread& spread, double width) {
  if (spread.n < 2 || spread.constant()) return 1;
  return std::min({1.0, width / kBinsAWidth, spread.deviation * kStepsPerUnit / kBinsAWidth});
}

Plan plan_for(const Variants& fuzzed, const Variants& negated, const Bandwidth& bandwidth) {
  check(bandwidth);
  const Spread f = spread_of(fuzzed.cosines), g = spread_of(negated.cosines);
  const auto width_of = [&](const Spread& spread) {
    return width(bandwidth, static_cast<double>(spread.n), spread.deviation) * kStepsPerUnit;
  };
  Plan plan{{}, width_of(f), width_of(g), true};
  const double low = std::fmin(place_of(f.low), place_of(g.low));
  const double steps = std::fmax(place_of(f.high), place_of(g.high)) - std::floor(low);
  const double finest =
      std::min(finest_for(f, plan.fuzzed_width), finest_for(g, plan.negated_width));
  plan.bins.origin = std::floor(low);
  plan.bins.divisor = static_cast<double>(divisor_for(finest, 1));
  while (steps * plan.bins.divisor + 2 > static_cast<double>(kMostBins)) {
    plan.bins.divisor /= 2;
    plan.curves = false;
  }
  plan.bins.count = static_cast<std::size_t>(steps * plan.bins.divisor) + 2;
  return plan;
}

// Computes the replicates of a thread.
class Replicating {
 public:
  Replicating(const Variants& fuzzed, const Variants& negated, std::span<const std::uint64_t> keys,
              const SeparationOptions& options, const Plan& plan, const ThresholdCells& cells,
              double threshold)
      : options_(options),
        plan_(plan),
        counts_(fuzzed, negated, keys, plan.bins, cells),
        cells_(cells),
        in_cells_{std::vector<std::uint32_t>(cells.size()),
                  std::vector<std::uint32_t>(cells.size())},
        threshold_(threshold),
        curve_(plan.bins, std::fmax(plan.fuzzed_width, plan.negated_width)),
        fuzzed_(plan.bins.count),
        negated_(plan.bins.count),
        fuzzed_shares_(kCurvePoints) {}

  ReplicatedBins& counts() { return counts_; }

  void numbers(std::size_t lane, std::size_t replicate, SeparationReplicates& out) {
    counts_.fuzzed(lane, fuzzed_);
    counts_.negated(lane, negated_);
    const BinMoments fuzzed = moments(fuzzed_), negated = moments(negated_);
    out.fuzzed_mean[replicate] = cosine(fuzzed.mean);
    out.negated_mean[replicate] = cosine(negated.mean);
    out.fuzzed_deviation[replicate] = length(fuzzed.deviation);
    out.negated_deviation[replicate] = length(negated.deviation);
    out.overlap[replicate] = overlap(fuzzed, negated);
    out.auc[replicate] = binned_auc(fuzzed_, negated_);
    counts_.in_cells(lane, in_cells_);
    out.best_cosine[replicate] = best_cosine(cells_, in_cells_);
    set_errors(replicate, out);
    const LimitCosine limit = limit_cosine(cells_, in_cells_, options_.negated_above);
    out.limit_cosine[replicate] = limit.cosine;
    out.fuzzed_above_limit[replicate] = limit.fuzzed_above;
  }

 private:
  double cosine(double bin) const { return plan_.bins.place(bin) / kStepsPerUnit - 1; }

  void set_errors(std::size_t replicate, SeparationReplicates& out) const {
    out.mean_error[replicate] = errors_at(threshold_).mean_error;
    const double own = out.best_cosine[replicate];
    if (std::isnan(own)) return;  // the others are NaN already
    const BestCosine errors = errors_at(own);
    out.fuzzed_below[replicate] = errors.fuzzed_below;
    out.negated_above[replicate] = errors.negated_above;
  }

  // Without a threshold those of taking all for fuzzed ones, half of which is the mean.
  BestCosine errors_at(double threshold) const {
    return errors_from(std::isnan(threshold) ? 0 : cells_.from(threshold), in_cells_);
  }

  double length(double bins) const { return bins / plan_.bins.divisor / kStepsPerUnit; }

  // In steps; NaN where the values hardly differ beside the width of a bin.
  double width_of(const BinMoments& kind) const {
    if (!(kind.deviation >= 1)) return kNaN;
    return width(options_.bandwidth, kind.count, kind.deviation / plan_.bins.divisor);
  }

  double overlap(const BinMoments& fuzzed, const BinMoments& negated) {
    const double fuzzed_width = width_of(fuzzed), negated_width = width_of(negated);
    if (!plan_.curves || std::isnan(fuzzed_width) || std::isnan(negated_width)) return kNaN;
    std::ranges::copy(curve_.shares(fuzzed_, fuzzed_width), fuzzed_shares_.begin());
    const auto negated_shares = curve_.shares(negated_, negated_width);
    double sum = 0;
    for (std::size_t i = 0; i < kCurvePoints; ++i) {
      const double a = fuzzed_shares_[i], b = negated_shares[i];
      sum += a < b ? a : b + 0 * a;
    }
    return sum;
  }

  SeparationOptions options_;
  Plan plan_;
  ReplicatedBins counts_;
  const ThresholdCells& cells_;
  CellCounts in_cells_;
  double threshold_;
  BinnedCurve curve_;
  std::vector<double> fuzzed_, negated_, fuzzed_shares_;
};

Keys keys_of(std::uint64_t seed, std::size_t block) {
  Keys keys{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    keys[lane] = stream_key(seed, block * kLanes + lane);
  }
  return keys;
}

// Moves the replicates as far as the counts of weight 1 are from the exact value.
void move(std::vector<double>& replicates, double from, double to) {
  if (std::isnan(from) || std::isnan(to)) return;
  for (double& value : replicates) {
    if (!std::isnan(value)) value = std::clamp(value + (to - from), 0.0, 1.0);
  }
}

bool are_several(const Variants& fuzzed, const Variants& negated,
                 std::span<const std::uint64_t> keys) {
  std::vector<std::uint64_t> found;
  for (const auto items : {fuzzed.items, negated.items}) {
    for (const std::uint32_t item : items) {
      if (found.empty()) found.push_back(keys[item]);
      if (keys[item] != found.front()) return true;
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
  const Plan plan = plan_for(fuzzed, negated, options.bandwidth);
  const std::array alone{exact.best.cosine, exact.limit.cosine};
  const ThresholdCells cells(fuzzed, negated, alone);
  const std::size_t blocks = (resampler.replicates() + kLanes - 1) / kLanes;
  const std::size_t threads = threads_or_all(resampler.threads());
  parallel_for(blocks, blocks / threads / 4, threads, [&](std::size_t first, std::size_t last) {
    Replicating replicating(fuzzed, negated, keys, options, plan, cells, exact.best.cosine);
    for (std::size_t block = first; block < last; ++block) {
      resampler.check_stop();
      replicating.counts().draw(keys_of(resampler.seed(), block));
      const std::size_t begin = block * kLanes;
      const std::size_t lanes = std::min(kLanes, resampler.replicates() - begin);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        replicating.numbers(lane, begin + lane, all);
      }
    }
  });
  Replicating replicating(fuzzed, negated, keys, options, plan, cells, exact.best.cosine);
  replicating.counts().once_each();
  SeparationReplicates once = undefined(1);
  replicating.numbers(0, 0, once);
  move(all.overlap, once.overlap[0], exact.overlap);
  move(all.auc, once.auc[0], exact.auc);
  return all;
}

void centre_overlaps(std::span<double> replicates, double overlap) {
  centre(replicates, overlap);
  for (double& one : replicates) one = std::clamp(one, 0.0, 1.0);
}

}  // namespace sonde
