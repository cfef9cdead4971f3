#include "stats/binned.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace sonde {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double sum(BinCounts counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }

}  // namespace

BinMoments moments(BinCounts counts) {
  double count = 0, first = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    count += counts[i];
    first += counts[i] * static_cast<double>(i);
  }
  const double mean = first / count;
  double second = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) - mean;
    second += counts[i] * off * off;
  }
  return {count, mean, count > 1 ? std::sqrt(second / (count - 1)) : kNaN};
}

double binned_auc(BinCounts fuzzed, BinCounts negated) {
  double wins = 0, fuzzed_below = 0, negated_below = 0;
  for (std::size_t i = 0; i < fuzzed.size(); ++i) {
    wins += fuzzed[i] * (negated_below + negated[i] / 2);
    fuzzed_below += fuzzed[i];
    negated_below += negated[i];
  }
  return wins / (fuzzed_below * negated_below);
}

double binned_best(BinCounts fuzzed, BinCounts negated) {
  const double all_fuzzed = sum(fuzzed), all_negated = sum(negated);
  double best = kNaN, least = 1;  // errors of both kinds; 1 is chance
  double below = 0, above = 1;
  for (std::size_t i = 0; i < fuzzed.size(); ++i) {
    if (below + above <= least && below + above < 1) {
      best = static_cast<double>(i);
      least = below + above;
    }
    below += fuzzed[i] / all_fuzzed;
    above -= negated[i] / all_negated;
  }
  return best;
}

// A bin's values are taken to lie evenly in it.
LimitCosine binned_limit(BinCounts fuzzed, BinCounts negated, double negated_above) {
  const double most = negated_above * sum(negated);
  double fuzzed_over = 0, negated_over = 0;
  for (std::size_t i = negated.size(); i-- > 0;) {
    if (negated_over + negated[i] > most) {
      const double part = (most - negated_over) / negated[i];
      return {static_cast<double>(i) + 0.5 - part, (fuzzed_over + part * fuzzed[i]) / sum(fuzzed)};
    }
    fuzzed_over += fuzzed[i];
    negated_over += negated[i];
  }
  return {kNaN, kNaN};
}

}  // namespace sonde
