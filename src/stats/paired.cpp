#include "sonde/paired.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "sonde/error.h"
#include "stats/tails.h"

namespace sonde {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kZ = 1.959963984540054;      // the normal distribution's 97.5 % point
constexpr double kPower80 = 0.8416212335729;  // its 80 % point

// Of a share at least that of one item that changed: where none did among n, few do, not none.
double variance(const Paired& d) {
  const double n = static_cast<double>(d.items);
  const double least = d.scale == Scale::kShare ? 1 / (n * n) : 0;
  return std::max(d.error * d.error, least);
}

// Fisher's z, with ends where a correlation is 1.
double shrunk(std::size_t items) { return 1 - 1 / static_cast<double>(items); }
double fisher_z(double r, std::size_t items) { return std::atanh(shrunk(items) * r); }

double sech2(double z) { return 1 / (std::cosh(z) * std::cosh(z)); }

// The greatest difference of correlations (for q < 0 the least) whose z lie q standard errors from
// those found: on an ellipse, where its direction is that of the gradient times the covariance.
double difference_at(const Paired& d, double q) {
  const FisherPair& z = d.fisher;
  double first = z.first, second = z.second, towards_first = 0, towards_second = 0;
  for (int i = 0; i < 60; ++i) {
    const double a = -sech2(first), b = sech2(second);
    const double step_first = z.first_variance * a + z.covariance * b;
    const double step_second = z.covariance * a + z.second_variance * b;
    const double length = std::sqrt(a * step_first + b * step_second);
    if (!(length > 0)) break;
    const double part = i == 0 ? 1 : 0.5;  // half a step: a whole one may go to and fro
    towards_first += part * (step_first / length - towards_first);
    towards_second += part * (step_second / length - towards_second);
    first = z.first + q * towards_first;
    second = z.second + q * towards_second;
  }
  return (std::tanh(second) - std::tanh(first)) / shrunk(d.items);
}

// How many standard errors two correlations are from the nearest that differ by `at`.
double score_of_correlations(const Paired& d, double at) {
  const FisherPair& z = d.fisher;
  if (d.value == at) return 0;
  if (at == 0) {
    const double variance = z.first_variance + z.second_variance - 2 * z.covariance;
    return (z.second - z.first) / std::sqrt(std::max(variance, 0.0));
  }
  double low = -40, high = 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (difference_at(d, middle) < at ? low : high) = middle;
  }
  return -(low + high) / 2;
}

// The distance from `at` in standard errors; for means and shares with the spread that items have
// about `at` if that is the truth.
double score(const Paired& d, double at) {
  if (d.scale == Scale::kCorrelation) return score_of_correlations(d, at);
  const double distance = d.value - at;
  const double spread = variance(d) + distance * distance / static_cast<double>(d.items);
  return spread == 0 ? 0 : distance / std::sqrt(spread);
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

}  // namespace

bool Paired::testable() const {
  return items >= kFewestItems && !std::isnan(value) && !std::isnan(error) &&
         (scale != Scale::kCorrelation || !std::isnan(fisher.covariance));
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
  const double reach = kZ * std::sqrt(variance(difference) / (1 - kZ * kZ / n));
  const Interval interval{difference.value - reach, difference.value + reach};
  if (difference.scale != Scale::kShare) return interval;
  return {std::max(interval.low, -1.0), std::min(interval.high, 1.0)};
}

double effect_size(const Paired& difference) {
  if (!difference.testable()) return kNaN;
  if (difference.value == 0) return 0;
  return difference.value / (difference.error * std::sqrt(static_cast<double>(difference.items)));
}

double items_needed(const Paired& difference, double at, double alpha) {
  if (!difference.testable()) return kNaN;
  const double factor =
      (upper_point(alpha) + kPower80) * std::sqrt(variance(difference)) / (difference.value - at);
  return std::ceil(std::max(static_cast<double>(kFewestItems),
                            static_cast<double>(difference.items) * factor * factor));
}

double detectable(const Paired& difference, double alpha) {
  if (!difference.testable()) return kNaN;
  return (upper_point(alpha) + kPower80) * std::sqrt(variance(difference));
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> corrected(p.size(), kNaN);
  double greatest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    greatest = std::max(greatest, std::min(1.0, factor * p[order[rank]]));
    corrected[order[rank]] = greatest;
  }
  return corrected;
}

}  // namespace sonde
