#include "compare/levels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/nan.h"
#include "compare/paired_results.h"
#include "sonde/resampling.h"
#include "statistics/measures/distributions.h"
#include "statistics/resampling/holm_correction.h"
#include "statistics/resampling/power.h"

namespace sonde {
namespace {

constexpr double kGoodFrom = .75;      // position
constexpr double kCloseToChance = .2;  // position: an interval within is "at chance"
constexpr double kMostTies = .1;
constexpr double kMostNeeded = 1e5;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The standard error of a value if the truth is chance, with one comparison per item: at least that
// of several.
double error_at_chance(const Evidence& of, std::size_t n) {
  const auto items = static_cast<double>(n);
  if (!of.is_share) return items > 1 ? 1 / std::sqrt(items - 1) : kNaN;
  return std::sqrt(of.chance * (1 - of.chance) / items);
}

// The distance from chance in standard errors.
double z_of_chance(const Evidence& of, const Result& result) {
  return std::abs(result.value - of.chance) / error_at_chance(of, result.n);
}

// Rounded up to two digits. NaN above kMostNeeded: more items than anyone collects.
double rounded_up(double items) {
  if (!(items <= kMostNeeded)) return kNaN;
  const double step = std::pow(10, std::max(0., std::floor(std::log10(items)) - 1));
  return std::ceil(items / step) * step;
}

bool is_close_to_chance(const Evidence& of, const Result& result) {
  const double band = kCloseToChance * (1 - of.chance);
  return result.low >= of.chance - band && result.high <= of.chance + band;
}

bool beats(const Result& result, const Result& counting) {
  if (std::isnan(counting.value)) return true;
  const auto pair = paired_results(counting, result);
  if (!pair.difference.testable()) return result.value > counting.value;
  return paired_interval(pair.difference).low > 0;
}

}  // namespace

double p_of_chance(const Evidence& of, const Result& result) {
  return 2 * upper_tail(z_of_chance(of, result));
}

double position_of(const Evidence& of, const Result& result) {
  return (result.value - of.chance) / (1 - of.chance);
}

Level level_of(const OverviewQuestion& question, std::size_t subject, double p, double position) {
  const Result& result = question.results[subject];
  if (result.n < kFewestItems) return Level::kCannotTell;
  if (question.ties[subject] > kMostTies) return Level::kUndecided;
  if (!(p < kSignificant)) {
    return is_close_to_chance(question.of, result) ? Level::kAtChance : Level::kCannotTell;
  }
  if (position < 0) return Level::kWorse;
  if (!beats(result, question.counting_words)) return Level::kNoBetter;
  return position >= kGoodFrom ? Level::kGood : Level::kBetter;
}

double items_to_tell(const Evidence& of, const Result& result, std::size_t tests) {
  const double level = kSignificant / 2;
  const double to_differ =
      detectable_errors(level / static_cast<double>(tests)) / z_of_chance(of, result);
  const double room = kCloseToChance * (1 - of.chance) - std::abs(result.value - of.chance);
  // The interval of a share of few items is narrower than one that shrinks with their square root.
  const double spread =
      of.is_share ? std::sqrt(result.value * (1 - result.value) / static_cast<double>(result.n))
                  : 0;
  // The spread first: max() passes over the NaN of a missing interval behind it.
  const double half =
      std::max({kZ * spread, result.high - result.value, result.value - result.low});
  const double to_be_close =
      room > 0 && half > 0 ? half / kZ * detectable_errors(level) / room : kInfinity;
  const double times = std::min(to_differ, to_be_close);
  const double items = static_cast<double>(result.n) * times * times;
  return rounded_up(std::max(items, static_cast<double>(kFewestItems)));
}

}  // namespace sonde
