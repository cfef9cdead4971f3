#include "statistics/agreement/intraclass.h"

#include <algorithm>
#include <utility>

#include "base/nan.h"

namespace sonde {
namespace {

// Ratings less the first: equal ones are then 0, not nearly.
Ratings from_first(const Ratings& ratings) {
  std::vector<Rating> moved(ratings.all().begin(), ratings.all().end());
  const double first = moved.empty() ? 0 : moved.front().value;
  for (auto& rating : moved) rating.value -= first;
  return {ratings.items(), ratings.annotators(), std::move(moved)};
}

double mean_of(std::span<const Rating> ratings) {
  double sum = 0;
  for (const auto& rating : ratings) sum += rating.value;
  return sum / static_cast<double>(ratings.size());
}

double squares_about(double mean, std::span<const Rating> ratings) {
  double sum = 0;
  for (const auto& rating : ratings) sum += (rating.value - mean) * (rating.value - mean);
  return sum;
}

// Relative to squares of such a sum only rounding is left.
constexpr double kNoVariance = 1e-24;

// An item, as far as one-way analysis of variance looks.
struct Class {
  std::uint32_t item;
  double n, mean, squares;  // about its mean
};

double one_way(const std::vector<Class>& classes, Weights weights) {
  double items = 0, n = 0, n_squares = 0, sum = 0, within = 0, all = 0;
  for (const auto& one : classes) {
    const double weight = weights[one.item];
    items += weight;
    n += weight * one.n;
    n_squares += weight * one.n * one.n;
    sum += weight * one.n * one.mean;
    within += weight * one.squares;
    all += weight * (one.squares + one.n * one.mean * one.mean);
  }
  const double mean = sum / n;
  double between = 0;
  for (const auto& one : classes) {
    between += weights[one.item] * one.n * (one.mean - mean) * (one.mean - mean);
  }
  if (items < 2 || n <= items || between + within <= kNoVariance * all) return kNaN;
  const double each = (n - n_squares / n) / (items - 1);
  between /= items - 1;
  within /= n - items;
  const double variance = between + (each - 1) * within;
  return variance > 0 ? (between - within) / variance : kNaN;
}

// Mean squares of the two-way analysis: between items, between annotators, and what is left.
struct MeanSquares {
  double items, annotators, rest;
  double n;    // items
  double all;  // sum of squares, from 0
};

bool differ(const MeanSquares& mean) { return mean.items > kNoVariance * mean.all; }

using Rated = std::vector<std::uint32_t>;  // items that every annotator rated

std::vector<double> annotator_means(const Ratings& ratings, const Rated& rated, Weights weights,
                                    double n) {
  std::vector<double> means(ratings.annotators());
  for (const auto item : rated) {
    for (const auto& rating : ratings.of(item)) {
      means[rating.annotator] += weights[item] * rating.value / n;
    }
  }
  return means;
}

double residual(std::span<const Rating> ratings, std::span<const double> means, double offset) {
  double sum = 0;
  for (const auto& rating : ratings) {
    const double rest = rating.value - means[rating.annotator] - offset;
    sum += rest * rest;
  }
  return sum;
}

MeanSquares two_way(const Ratings& ratings, const Rated& rated, Weights weights) {
  const double k = static_cast<double>(ratings.annotators());
  double n = 0;
  for (const auto item : rated) n += weights[item];
  const auto means = annotator_means(ratings, rated, weights, n);
  double grand = 0;
  for (const double mean : means) grand += mean / k;
  MeanSquares squares{0, 0, 0, n, 0};
  for (const auto item : rated) {
    if (weights[item] == 0) continue;
    const double offset = mean_of(ratings.of(item)) - grand;
    squares.items += weights[item] * k * offset * offset / (n - 1);
    squares.rest += weights[item] * residual(ratings.of(item), means, offset) / ((n - 1) * (k - 1));
    squares.all += weights[item] * squares_about(0, ratings.of(item));
  }
  for (const double mean : means)
    squares.annotators += n * (mean - grand) * (mean - grand) / (k - 1);
  return squares;
}

Rated rated_by_all(const Ratings& ratings) {
  Rated rated;
  for (std::uint32_t item = 0; item < ratings.items(); ++item) {
    if (ratings.of(item).size() == ratings.annotators()) rated.push_back(item);
  }
  return rated;
}

}  // namespace

Measures intraclass_one_way(const Ratings& all) {
  const Ratings ratings = from_first(all);
  std::vector<Class> classes;
  for (std::uint32_t item = 0; item < ratings.items(); ++item) {
    const auto of = ratings.of(item);
    if (of.empty()) continue;
    const double mean = mean_of(of);
    classes.push_back({item, static_cast<double>(of.size()), mean, squares_about(mean, of)});
  }
  const std::size_t items = classes.size();
  const auto at = [classes = std::move(classes)](Weights weights, std::span<double> out) {
    out[0] = one_way(classes, weights);
  };
  return {{"icc_1"}, items, "no rating", "two items, one rated twice, and different ratings", at};
}

Measures intraclass_two_way(const Ratings& all) {
  const Ratings ratings = from_first(all);
  const Rated rated = rated_by_all(ratings);
  const auto at = [ratings, rated](Weights weights, std::span<double> out) {
    std::ranges::fill(out, kNaN);
    const MeanSquares mean = two_way(ratings, rated, weights);
    if (!(mean.n > 1) || ratings.annotators() < 2 || !differ(mean)) return;
    const double agreement = mean.items + (mean.annotators - mean.rest) / mean.n;
    if (agreement > 0) out[0] = (mean.items - mean.rest) / agreement;
    out[1] = (mean.items - mean.rest) / mean.items;
  };
  return {{"icc_2k", "icc_3k"},
          rated.size(),
          "not rated by every annotator",
          "two items that every annotator rated, of different means",
          at};
}

}  // namespace sonde
