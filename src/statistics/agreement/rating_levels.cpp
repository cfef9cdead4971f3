#include "statistics/agreement/rating_levels.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "base/nan.h"
#include "statistics/measures/quantile.h"

namespace sonde {
namespace {

// The value at the rank, from 0, among values that count as often as their items.
double at_rank(std::span<const Rating> ascending, Weights weights, std::uint64_t rank) {
  for (const auto& rating : ascending) {
    const std::uint64_t weight = weights[rating.item];
    if (rank < weight) return rating.value;
    rank -= weight;
  }
  return kNaN;
}

void levels(std::span<const Rating> ascending, Weights weights, std::span<double> out) {
  double sum = 0;
  std::uint64_t n = 0;
  for (const auto& rating : ascending) {
    sum += weights[rating.item] * rating.value;
    n += weights[rating.item];
  }
  out[0] = out[1] = kNaN;
  if (n == 0) return;
  out[0] = sum / static_cast<double>(n);
  out[1] = (at_rank(ascending, weights, (n - 1) / 2) + at_rank(ascending, weights, n / 2)) / 2;
}

struct Deviation {
  std::uint32_t item;
  double sample, population;
};

Deviation deviation(std::uint32_t item, std::span<const Rating> ratings) {
  const double n = static_cast<double>(ratings.size());
  double mean = 0, squares = 0;
  for (const auto& rating : ratings) mean += rating.value / n;
  for (const auto& rating : ratings) squares += (rating.value - mean) * (rating.value - mean);
  return {item, std::sqrt(squares / (n - 1)), std::sqrt(squares / n)};
}

}  // namespace

Box box(std::span<const double> values) {
  if (values.empty()) return {kNaN, kNaN, kNaN, kNaN, kNaN};
  std::vector<double> ascending(values.begin(), values.end());
  std::ranges::sort(ascending);
  const auto at = [&](double share) { return sorted_quantile(ascending, share); };
  return {at(0), at(0.25), at(0.5), at(0.75), at(1)};
}

Measures rating_levels(const Ratings& ratings) {
  auto ascending =
      std::make_shared<std::vector<Rating>>(ratings.all().begin(), ratings.all().end());
  std::ranges::stable_sort(*ascending, {}, &Rating::value);
  std::size_t items = 0;
  for (std::size_t item = 0; item < ratings.items(); ++item) items += !ratings.of(item).empty();
  const auto at = [ascending](Weights weights, std::span<double> out) {
    levels(*ascending, weights, out);
  };
  return {{"mean", "median"}, items, "no rating", "a rating", at};
}

Measures item_levels(const Ratings& ratings) {
  std::vector<std::pair<std::uint32_t, double>> means;
  for (std::uint32_t item = 0; item < ratings.items(); ++item) {
    double sum = 0;
    for (const auto& rating : ratings.of(item)) sum += rating.value;
    const auto n = static_cast<double>(ratings.of(item).size());
    if (n > 0) means.emplace_back(item, sum / n);
  }
  const std::size_t items = means.size();
  const auto at = [means](Weights weights, std::span<double> out) {
    double n = 0, sum = 0, squares = 0;
    for (const auto& [item, mean] : means) n += weights[item], sum += weights[item] * mean;
    out[0] = n > 0 ? sum / n : kNaN;
    for (const auto& [item, mean] : means) {
      squares += weights[item] * (mean - out[0]) * (mean - out[0]);
    }
    out[1] = n > 1 ? std::sqrt(squares / (n - 1)) : kNaN;
  };
  return {{"mean_of_items", "deviation_of_items"}, items, "no rating", "two rated items", at};
}

Measures rating_deviations(const Ratings& ratings) {
  std::vector<Deviation> deviations;
  for (std::uint32_t item = 0; item < ratings.items(); ++item) {
    if (ratings.of(item).size() > 1) deviations.push_back(deviation(item, ratings.of(item)));
  }
  const std::size_t items = deviations.size();
  const auto at = [deviations](Weights weights, std::span<double> out) {
    double sample = 0, population = 0, n = 0;
    for (const auto& one : deviations) {
      sample += weights[one.item] * one.sample;
      population += weights[one.item] * one.population;
      n += weights[one.item];
    }
    out[0] = n > 0 ? sample / n : kNaN;
    out[1] = n > 0 ? population / n : kNaN;
  };
  return {{"deviation", "deviation_population"},
          items,
          "fewer than two ratings",
          "an item with two ratings",
          at};
}

}  // namespace sonde
