#include "statistics/resampling/paired_difference.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/nan.h"
#include "sonde/error.h"
#include "statistics/measures/distributions.h"

namespace sonde {
namespace {

constexpr double kRounding = 1e-12;  // closer to 0 than this is 0

// Whether items differ at all in their differences.
bool varies(const Paired& d) { return d.variance() >= kRounding * kRounding; }

// Fisher's z, bounded for a correlation of 1.
double shrunk(std::size_t items) { return 1 - 1 / static_cast<double>(items); }
double fisher_z(double r, std::size_t items) { return std::atanh(shrunk(items) * r); }

// The ellipse of two correlations' z that are `q` standard errors from those found.
class Ellipse {
 public:
  Ellipse(const Paired& d, double q)
      : first_(d.fisher.first),
        second_(d.fisher.second),
        shrunk_(shrunk(d.items)),
        reach_(q * std::sqrt(d.fisher.first_variance)) {
    along_ = reach_ > 0 ? q * q * d.fisher.covariance / reach_ : 0;
    across_ = std::sqrt(std::max(q * q * d.fisher.second_variance - along_ * along_, 0.0));
  }

  // The greatest difference of the correlations on it. A climb from one point alone may end on
  // another peak or, if both are near 1, not move: slopes vanish there.
  double greatest() const {
    double best = 0;
    for (int i = 1; i < kAngles; ++i) {
      if (at(kStep * i) > at(best)) best = kStep * i;
    }
    double low = best - kStep, high = best + kStep;
    for (int i = 0; i < 45; ++i) {
      const double third = (high - low) / 3;
      if (at(low + third) < at(high - third)) {
        low += third;
      } else {
        high -= third;
      }
    }
    return at((low + high) / 2);
  }

 private:
  static constexpr int kAngles = 128;
  static constexpr double kStep = 2 * std::numbers::pi / kAngles;

  double at(double angle) const {
    const double first = first_ + reach_ * std::cos(angle);
    const double second = second_ + along_ * std::cos(angle) + across_ * std::sin(angle);
    return (std::tanh(second) - std::tanh(first)) / shrunk_;
  }

  double first_, second_, shrunk_;
  double reach_, along_, across_;  // the first z's, and the second's with the first, and alone
};

// The greatest difference of correlations whose z are q standard errors from those found. For q < 0
// the least.
double difference_at(const Paired& d, double q) {
  return q < 0 ? -Ellipse(reversed(d), -q).greatest() : Ellipse(d, q).greatest();
}

// How many standard errors two correlations are from the nearest that differ by `at`. kFar replaces
// all beyond, which no p distinguishes.
double score_of_correlations(const Paired& d, double at) {
  constexpr double kFar = 8;
  const FisherPair& z = d.fisher;
  if (d.value == at) return 0;
  if (at == 0) {
    const double variance = z.first_variance + z.second_variance - 2 * z.covariance;
    return (z.second - z.first) / std::sqrt(std::max(variance, 0.0));
  }
  double low = -kFar, high = kFar;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (difference_at(d, middle) < at ? low : high) = middle;
  }
  return -(low + high) / 2;
}

// The distance from `at` in standard errors. For means and shares it uses the items' spread around
// `at` if that is the truth, the only spread if they are all the same.
double score(const Paired& d, double at) {
  const double distance = d.value - at;
  const double n = static_cast<double>(d.items);
  if (!varies(d)) {
    return std::abs(distance) < kRounding ? 0 : std::copysign(std::sqrt(n), distance);
  }
  if (d.scale == Scale::kCorrelation) return score_of_correlations(d, at);
  return distance / std::sqrt(d.variance() + distance * distance / n);
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double covariance(std::span<const double> x, std::span<const double> y) {
  const double x_mean = mean(x), y_mean = mean(y);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - x_mean) * (y[i] - y_mean);
  return sum / static_cast<double>(x.size() - 1);
}

// Replicates in which both statistics are defined.
struct Replicated {
  std::vector<double> first, second;

  double error() const {
    std::vector<double> differences(first.size());
    std::ranges::transform(second, first, differences.begin(), std::minus());
    return std::sqrt(covariance(differences, differences));
  }
  FisherPair fisher(double first_value, double second_value, std::size_t items) const {
    const auto z = [&](double r) { return fisher_z(r, items); };
    std::vector<double> a(first.size()), b(second.size());
    std::ranges::transform(first, a.begin(), z);
    std::ranges::transform(second, b.begin(), z);
    return {z(first_value), z(second_value), covariance(a, a), covariance(b, b), covariance(a, b)};
  }
};

// Whether both are less than one item away from 0, or from 1, so that replicates hardly vary.
bool share_an_edge(double first, double second, double item) {
  return std::max(first, second) < item || std::min(first, second) > 1 - item;
}

}  // namespace

bool Paired::testable() const {
  return items >= kFewestItems && scale != Scale::kOwn && !std::isnan(value) &&
         !std::isnan(error) && (scale != Scale::kCorrelation || !std::isnan(fisher.covariance));
}

// If none changed among n, few do, not none.
double Paired::variance() const {
  const double n = static_cast<double>(items);
  const double least = scale == Scale::kShare ? 1 / (n * n) : 0;
  return std::max(error * error, least);
}

Paired paired(double first, double second, std::span<const double> first_replicates,
              std::span<const double> second_replicates, std::size_t items, Scale scale) {
  if (first_replicates.size() != second_replicates.size()) {
    throw usage_error("paired differences need as many replicates of both");
  }
  Replicated both;
  for (std::size_t i = 0; i < first_replicates.size(); ++i) {
    if (std::isnan(first_replicates[i]) || std::isnan(second_replicates[i])) continue;
    both.first.push_back(first_replicates[i]);
    both.second.push_back(second_replicates[i]);
  }
  Paired made{second - first, kNaN, items, scale, {}};
  if (both.first.size() < 2 || 2 * both.first.size() < first_replicates.size()) return made;
  made.error = both.error();
  const double item = 1 / static_cast<double>(items);
  if (scale == Scale::kBounded && share_an_edge(first, second, item)) {
    made.error = std::max(made.error, item);
  }
  if (scale == Scale::kCorrelation) made.fisher = both.fisher(first, second, items);
  return made;
}

Paired reversed(const Paired& difference) {
  Paired other = difference;
  other.value = -difference.value;
  std::swap(other.fisher.first, other.fisher.second);
  std::swap(other.fisher.first_variance, other.fisher.second_variance);
  return other;
}

double two_sided_p(const Paired& difference) {
  return difference.testable() ? 2 * upper_tail(std::abs(score(difference, 0))) : kNaN;
}

double p_below(const Paired& difference, double at) {
  return difference.testable() ? upper_tail(-score(difference, at)) : kNaN;
}

Interval paired_interval(const Paired& difference) {
  if (!difference.testable()) return {kNaN, kNaN};
  if (difference.scale == Scale::kCorrelation) {
    return {std::max(difference_at(difference, -kZ), -2.0),
            std::min(difference_at(difference, kZ), 2.0)};
  }
  const double n = static_cast<double>(difference.items);
  const double reach = kZ * std::sqrt(difference.variance() / (1 - kZ * kZ / n));
  const Interval interval{difference.value - reach, difference.value + reach};
  if (difference.scale == Scale::kMean) return interval;
  return {std::max(interval.low, -1.0), std::min(interval.high, 1.0)};
}

double effect_size(const Paired& difference) {
  if (!difference.testable()) return kNaN;
  if (std::abs(difference.value) < kRounding) return 0;
  if (!varies(difference)) return kNaN;
  return difference.value /
         std::sqrt(difference.variance() * static_cast<double>(difference.items));
}

}  // namespace sonde
