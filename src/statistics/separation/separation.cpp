#include "statistics/separation/separation.h"

#include <algorithm>
#include <cmath>

#include "base/nan.h"
#include "sonde/error.h"
#include "statistics/separation/ascending.h"
#include "statistics/separation/bandwidth.h"
#include "statistics/separation/separation_check.h"

namespace sonde {
namespace {

double share(std::uint64_t count, std::uint64_t of) {
  return static_cast<double>(count) / static_cast<double>(of);  // 0 / 0 is NaN
}

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Passes by all cosines from the least to the greatest, and counts how many are below.
class Ascent {
 public:
  Ascent(std::uint64_t fuzzed, std::uint64_t negated, double most_above)
      : fuzzed_(fuzzed),
        negated_(negated),
        most_above_(most_above),
        least_errors_(fuzzed * negated) {}

  void pass(double cosine, std::uint64_t fuzzed, std::uint64_t negated) {
    note_best(cosine);
    wins_twice_ += fuzzed * (2 * negated_below_ + negated);
    fuzzed_below_ += fuzzed;
    negated_below_ += negated;
    if (negated > 0) note_limit(cosine);
  }

  double auc() const { return share(wins_twice_, 2 * fuzzed_ * negated_); }
  const BestThreshold& best() const { return best_; }
  const LimitThreshold& limit() const { return limit_; }

 private:
  // Checks the rule that takes a variant at or above `cosine` for a fuzzed one. Errors are in parts
  // of fuzzed x negated, and exact.
  void note_best(double cosine) {
    const std::uint64_t false_positives = negated_ - negated_below_;
    const std::uint64_t errors = fuzzed_below_ * negated_ + false_positives * fuzzed_;
    if (errors > least_errors_ || errors == fuzzed_ * negated_) return;
    least_errors_ = errors;
    best_ = {cosine, share(fuzzed_below_, fuzzed_), share(false_positives, negated_),
             share(errors, 2 * fuzzed_ * negated_)};
  }

  void note_limit(double cosine) {
    if (limited_ || share(negated_ - negated_below_, negated_) > most_above_) return;
    limited_ = true;
    limit_ = {cosine, share(fuzzed_ - fuzzed_below_, fuzzed_)};
  }

  std::uint64_t fuzzed_, negated_;
  double most_above_;
  std::uint64_t fuzzed_below_ = 0, negated_below_ = 0, wins_twice_ = 0, least_errors_;
  BestThreshold best_{kNaN, kNaN, kNaN, fuzzed_* negated_ > 0 ? 0.5 : kNaN};
  bool limited_ = false;
  LimitThreshold limit_{kNaN, kNaN};
};

void check_variants(const Variants& variants) {
  if (variants.cosines.size() != variants.items.size()) {
    throw usage_error("every variant needs its item");
  }
  if (!std::ranges::is_sorted(variants.items)) {
    throw usage_error("the variants of an item must lie together, in the order of the items");
  }
  if (!std::ranges::all_of(variants.cosines, [](double cosine) { return std::isfinite(cosine); })) {
    throw usage_error("undefined cosines must be left out");
  }
}

}  // namespace

void check(const Variants& fuzzed, const Variants& negated, const SeparationOptions& options) {
  check_variants(fuzzed);
  check_variants(negated);
  if (!(options.false_positive_rate >= 0 && options.false_positive_rate < 1)) {
    throw usage_error("the share of negated variants above the limit must be in [0, 1)");
  }
}

Separation separation(const Variants& fuzzed, const Variants& negated,
                      const SeparationOptions& options) {
  check(fuzzed, negated, options);
  Ascent ascent(fuzzed.cosines.size(), negated.cosines.size(), options.false_positive_rate);
  visit_ascending(fuzzed.cosines, negated.cosines,
                  [&](double cosine, std::uint64_t in_fuzzed, std::uint64_t in_negated) {
                    ascent.pass(cosine, in_fuzzed, in_negated);
                  });
  Separation found{curve(fuzzed.cosines, options.bandwidth),
                   curve(negated.cosines, options.bandwidth),
                   kNaN,
                   ascent.auc(),
                   ascent.best(),
                   ascent.limit(),
                   mean(fuzzed.cosines),
                   mean(negated.cosines),
                   spread_of(fuzzed.cosines).deviation,
                   spread_of(negated.cosines).deviation};
  found.overlap = overlap(found.fuzzed, found.negated);
  return found;
}

}  // namespace sonde
