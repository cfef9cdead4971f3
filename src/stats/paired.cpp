#include "sonde/paired.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kZ = 1.959963984540054;      // the normal distribution's 97.5 % point
constexpr double kPower80 = 0.8416212335729;  // its 80 % point

double upper_tail(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }

// z with upper_tail(z) = p, by bisection: it is asked for seldom.
double upper_point(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (upper_tail(middle) > p ? low : high) = middle;
  }
  return low;
}

// Of a share at least that of one item that changed: where none did among n, few do, not none.
double variance(const Paired& d) {
  const double n = static_cast<double>(d.items);
  const double least = d.share ? 1 / (n * n) : 0;
  return std::max(d.error * d.error, least);
}

// The distance from `at` in standard errors, with the spread that items have about `at` if that
// is the truth.
double score(const Paired& d, double at) {
  const double distance = d.value - at;
  const double spread = variance(d) + distance * distance / static_cast<double>(d.items);
  return spread == 0 ? 0 : distance / std::sqrt(spread);
}

double deviation(std::span<const double> values) {
  double mean = 0;
  for (const double value : values) mean += value;
  mean /= static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace

bool Paired::testable() const {
  return items >= kFewestPairedItems && !std::isnan(value) && !std::isnan(error);
}

Paired paired(double first, double second, std::span<const double> first_replicates,
              std::span<const double> second_replicates, std::size_t items, bool share) {
  if (first_replicates.size() != second_replicates.size()) {
    throw usage_error("paired differences need as many replicates of both");
  }
  std::vector<double> differences;
  for (std::size_t i = 0; i < first_replicates.size(); ++i) {
    const double difference = second_replicates[i] - first_replicates[i];
    if (!std::isnan(difference)) differences.push_back(difference);
  }
  const bool enough = differences.size() > 1 && 2 * differences.size() >= first_replicates.size();
  return {second - first, enough ? deviation(differences) : kNaN, items, share};
}

double two_sided_p(const Paired& difference) {
  return difference.testable() ? 2 * upper_tail(std::abs(score(difference, 0))) : kNaN;
}

double p_below(const Paired& difference, double at) {
  return difference.testable() ? upper_tail(-score(difference, at)) : kNaN;
}

Interval paired_interval(const Paired& difference) {
  if (!difference.testable()) return {kNaN, kNaN};
  const double n = static_cast<double>(difference.items);
  const double reach = kZ * std::sqrt(variance(difference) / (1 - kZ * kZ / n));
  const Interval interval{difference.value - reach, difference.value + reach};
  if (!difference.share) return interval;
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
  return std::ceil(std::max(static_cast<double>(kFewestPairedItems),
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
