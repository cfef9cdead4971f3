// Room: statistics/resampling.
//
// Intervals by resampling items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/matrix.h"
#include "sonde/stats.h"

namespace sonde {

// Resampling fewer items than this is unreliable: no interval and no test is given.
inline constexpr std::size_t kFewestItems = 10;
// Why a result has no interval then, in Result::why.
inline const std::string kNoInterval =
    "no interval: fewer than " + std::to_string(kFewestItems) + " items";

struct Interval {
  double low;
  double high;
};

// Draws bootstrap replicates. An item's weight in a replicate is Poisson(1) from hash(seed,
// replicate, item key): it pairs across subjects, runs and blocks, in any order (Hanley and
// MacGibbon, 2006). A replicate is a function of the arguments and its number alone: the same bits
// for any threads, number of replicates and processor. Errors: kUsage if there isn't a key for each
// value. Safe from several threads.
class Resampler {
 public:
  // `threads`: how many to compute on. 0: all of the machine's. `stop` is polled now and then, on
  // any of them. If it returns true, kInterrupted is thrown.
  Resampler(std::uint64_t seed, std::size_t replicates, std::size_t threads = 0,
            std::function<bool()> stop = {});

  std::uint64_t seed() const { return seed_; }
  std::size_t replicates() const { return replicates_; }
  std::size_t threads() const { return threads_; }
  void check_stop() const;  // errors: kInterrupted

  // The same, but summaries store the replicates of each result, or of the wanted ones only: they
  // draw none for others.
  using Wanted = std::function<bool(std::string_view slice, std::string_view result)>;
  Resampler keeping(Wanted wanted = {}) const;
  bool keeps() const { return keeps_; }
  bool wants(std::string_view slice, std::string_view result) const;
  Resampler drawing(bool draws) const;  // the same, or without replicates

  // Weights (0 to 12) of the items in replicates first .. first + out.rows() - 1. `out`: replicates
  // x items.
  void weights(std::span<const std::uint64_t> keys, std::size_t first,
               Matrix<std::uint8_t> out) const;

  // The 95% percentile interval of a statistic whose value in each replicate is given: the 2.5 and
  // 97.5 percentiles of those that are defined, with linear interpolation. NaN if more than half of
  // the replicates are undefined (NaN).
  static Interval percentile(std::vector<double> replicates);

  // The weighted mean of `values` in every replicate. values[i] belongs to the item with keys[i]
  // (equal keys share a weight: rows of one item). NaN in a replicate without items, and in all if
  // a value is NaN: leave those out.
  std::vector<double> means(std::span<const double> values,
                            std::span<const std::uint64_t> keys) const;
  // The same for many columns (`values`: items x columns): a row per column, a number per
  // replicate. Weights are drawn once for all. The bits are those of means() of each.
  MatrixOf<double> means_of_columns(Matrix<const double> values,
                                    std::span<const std::uint64_t> keys) const;
  // The 95% interval of a mean over `items` different items, from its replicates: percentiles
  // farther out, since the spread of few items isn't well known (Hesterberg, 2015). NaN for fewer
  // than two items: one gives no information about others.
  static Interval mean_interval(std::vector<double> replicates, std::size_t items);
  Interval mean_interval(std::span<const double> values, std::span<const std::uint64_t> keys) const;

  // Quantiles (shares in [0, 1], linear interpolation) of `values` in every replicate, each value
  // repeated by its item's weight: a row per share, a number per replicate. NaN as for means().
  MatrixOf<double> quantiles(std::span<const double> values, std::span<const std::uint64_t> keys,
                             std::span<const double> shares) const;

  // Correlations in every replicate, a row per kind. NaN in those in which a side is constant.
  // Weights are drawn once for all. Takes up to 210 bytes of memory per pair and thread, but up to
  // 36 for Spearman's alone of more than 262,144 pairs.
  MatrixOf<double> correlations(std::span<const Correlation> kinds, std::span<const double> x,
                                std::span<const double> y,
                                std::span<const std::uint64_t> keys) const;
  std::vector<double> correlations(Correlation kind, std::span<const double> x,
                                   std::span<const double> y,
                                   std::span<const std::uint64_t> keys) const;

 private:
  std::uint64_t seed_;
  std::size_t replicates_;
  std::size_t threads_;
  bool keeps_ = false;
  Wanted wanted_;
  std::function<bool()> stop_;
};

// The 95% score interval of a proportion (Wilson, 1927): also right at 0 and n, for which a
// bootstrap has no width. Each success or failure must be a separate item. NaN for n = 0. Errors:
// kUsage if successes > n.
Interval wilson(std::size_t successes, std::size_t n);

}  // namespace sonde
