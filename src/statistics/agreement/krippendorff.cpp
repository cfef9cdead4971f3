#include "statistics/agreement/krippendorff.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/nan.h"

namespace sonde {
namespace {

constexpr std::size_t kMostRatioValues = 500;  // that replicates are computed for

using Counts = std::vector<double>;  // ratings per category

// The squared distance of two values of 0 or more.
double ratio_distance(double a, double b) {
  return a == b ? 0 : (a - b) * (a - b) / ((a + b) * (a + b));
}

// The items with two or more ratings.
struct Units {
  explicit Units(const Ratings& all) : ratings(all), domain(categories(all)) {
    for (std::uint32_t item = 0; item < all.items(); ++item) {
      if (all.of(item).size() > 1) items.push_back(item);
    }
  }

  std::span<const std::uint32_t> codes(std::size_t item) const {
    const auto of = ratings.of(item);
    const auto first = static_cast<std::size_t>(of.data() - ratings.all().data());
    return std::span(domain.codes).subspan(first, of.size());
  }

  Counts counts(Weights weights) const {
    Counts counts(domain.values.size());
    for (const auto item : items) {
      if (weights[item] == 0) continue;
      for (const auto code : codes(item)) counts[code] += weights[item];
    }
    return counts;
  }

  const Ratings& ratings;
  Categories domain;
  std::vector<std::uint32_t> items;
};

double total(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }

bool is_constant(const Counts& counts) {
  return std::ranges::count_if(counts, [](double count) { return count > 0; }) < 2;
}

// Sums of distances over ordered pairs, within an item over its other ratings, and of all pairs
// over the other ratings.
double alpha(double within, double among_all) { return 1 - within / among_all; }

double weighted(std::span<const double> by_item, const Units& units, Weights weights) {
  double sum = 0;
  for (std::size_t i = 0; i < units.items.size(); ++i) sum += weights[units.items[i]] * by_item[i];
  return sum;
}

// The sum within an item. `distance` is that of two categories.
template <class Distance>
double within_item(std::span<const std::uint32_t> codes, const Distance& distance) {
  double sum = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) sum += distance(codes[i], codes[j]);
  }
  return 2 * sum / static_cast<double>(codes.size() - 1);
}

template <class Distance>
std::vector<double> within_items(const Units& units, const Distance& distance) {
  std::vector<double> sums;
  for (const auto item : units.items) sums.push_back(within_item(units.codes(item), distance));
  return sums;
}

double nominal_among(const Counts& counts) {
  const double n = total(counts);
  double equal = 0;
  for (const double count : counts) equal += count * count;
  return (n * n - equal) / (n - 1);
}

// Squared differences of all pairs: from the squares about the mean.
double squares_among(const Counts& counts, std::span<const double> values) {
  const double n = total(counts);
  const double mean = std::inner_product(counts.begin(), counts.end(), values.begin(), 0.0) / n;
  double squares = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    squares += counts[c] * (values[c] - mean) * (values[c] - mean);
  }
  return 2 * n * squares / (n - 1);
}

double squares_within(std::span<const std::uint32_t> codes, std::span<const double> values) {
  const double n = static_cast<double>(codes.size());
  double mean = 0, squares = 0;
  for (const auto code : codes) mean += values[code] / n;
  for (const auto code : codes) squares += (values[code] - mean) * (values[code] - mean);
  return 2 * n * squares / (n - 1);
}

// The ordinal distance is the squared difference of mid-ranks among all ratings.
std::vector<double> mid_ranks(const Counts& counts) {
  std::vector<double> ranks;
  double below = 0;
  for (const double count : counts) {
    ranks.push_back(below + count / 2);
    below += count;
  }
  return ranks;
}

double ordinal(const Units& units, const Counts& counts, Weights weights) {
  const auto ranks = mid_ranks(counts);
  double within = 0;
  for (const auto item : units.items) {
    if (weights[item] > 0) within += weights[item] * squares_within(units.codes(item), ranks);
  }
  return alpha(within, squares_among(counts, ranks));
}

double ratio_among(const Counts& counts, std::span<const double> values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      sum += counts[i] * counts[j] * ratio_distance(values[i], values[j]);
    }
  }
  return 2 * sum / (total(counts) - 1);
}

}  // namespace

Measures krippendorff(const Ratings& ratings) {
  const Units units(ratings);
  const auto nominal = within_items(units, [](auto a, auto b) { return a == b ? 0.0 : 1.0; });
  std::vector<double> interval;
  for (const auto item : units.items) {
    interval.push_back(squares_within(units.codes(item), units.domain.values));
  }
  const auto at = [=](Weights weights, std::span<double> out) {
    const Counts counts = units.counts(weights);
    if (is_constant(counts)) return std::ranges::fill(out, kNaN), void();
    out[0] = alpha(weighted(nominal, units, weights), nominal_among(counts));
    out[1] = ordinal(units, counts, weights);
    out[2] = alpha(weighted(interval, units, weights), squares_among(counts, units.domain.values));
  };
  return {{"alpha_nominal", "alpha_ordinal", "alpha_interval"},
          units.items.size(),
          "fewer than two ratings",
          "two different ratings",
          at};
}

Measures krippendorff_ratio(const Ratings& ratings) {
  const Units units(ratings);
  const auto& domain = units.domain.values;
  const bool negative = !domain.empty() && domain.front() < 0;
  const auto within =
      within_items(units, [&](auto a, auto b) { return ratio_distance(domain[a], domain[b]); });
  const auto at = [=](Weights weights, std::span<double> out) {
    const Counts counts = units.counts(weights);
    out[0] = negative || is_constant(counts) ? kNaN
                                             : alpha(weighted(within, units, weights),
                                                     ratio_among(counts, units.domain.values));
  };
  return {{"alpha_ratio"},
          units.items.size(),
          "fewer than two ratings",
          "two different ratings, none below 0",
          at,
          domain.size() <= kMostRatioValues};
}

}  // namespace sonde
