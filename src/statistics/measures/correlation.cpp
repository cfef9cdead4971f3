#include "statistics/measures/correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/nan.h"
#include "sonde/error.h"
#include "statistics/measures/dense_ranks.h"
#include "statistics/measures/fenwick.h"

namespace sonde {
namespace {

using Values = std::span<const double>;

bool has_nan(Values values) {
  return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

// Whether no correlation can be computed at all. Errors: kUsage.
bool undefined(Values x, Values y) {
  if (x.size() != y.size()) throw usage_error("a correlation of rows of different lengths");
  return has_nan(x) || has_nan(y);
}

bool constant(Values values, Weights weights) {
  double first = kNaN;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (weights[i] == 0) continue;
    if (std::isnan(first)) first = values[i];
    if (values[i] != first) return false;
  }
  return true;
}

double weighted_mean(Values values, Weights weights) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    count += weights[i];
  }
  return sum / count;
}

// Deviations from the mean, brought near 1 by a power of two, so that squares
// neither overflow nor vanish and nothing is rounded.
void centre(std::vector<double>& values, Weights weights) {
  const double mean = weighted_mean(values, weights);
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = weights[i] == 0 ? 0.0 : values[i] - mean;
    largest = std::max(largest, std::abs(values[i]));
  }
  const int exponent = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) : 0;
  for (double& value : values) value = std::scalbn(value, -exponent);
}

double weighted_product(Values x, Values y, Weights weights) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += weights[i] * (x[i] * y[i]);
  return sum;
}

// Twice the mid-ranks, less their mean: whole numbers.
std::vector<double> centred_ranks(const DenseRanks& ranks, Weights weights) {
  std::vector<double> of_rank(ranks.distinct);
  for (std::size_t i = 0; i < weights.size(); ++i) of_rank[ranks.of[i]] += weights[i];
  const double all = std::accumulate(of_rank.begin(), of_rank.end(), 0.0);
  double before = 0;
  for (double& rank : of_rank) {
    const double tied = rank;
    rank = 2 * before + tied - all;
    before += tied;
  }
  std::vector<double> result(weights.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = of_rank[ranks.of[i]];
  return result;
}

// Ordered pairs of points that differ in rank.
double untied_pairs(const DenseRanks& ranks, Weights weights) {
  std::vector<double> tied(ranks.distinct);
  for (std::size_t i = 0; i < weights.size(); ++i) tied[ranks.of[i]] += weights[i];
  const double all = std::accumulate(tied.begin(), tied.end(), 0.0);
  return all * all - std::inner_product(tied.begin(), tied.end(), tied.begin(), 0.0);
}

// Concordant less discordant pairs. Points come in order of x. Points tied in x are counted against
// the points before them and only then join these.
double concordance(const DenseRanks& x, const DenseRanks& y, Weights weights) {
  const std::span<const std::uint32_t> order(x.order);
  Fenwick<double> seen(y.distinct);
  double sum = 0;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && x.of[order[last]] == x.of[order[first]]) ++last;
    const auto tied = order.subspan(first, last - first);
    const double all = seen.before(y.distinct);
    for (const auto i : tied) {
      const double above = all - seen.before(y.of[i] + std::size_t{1});
      sum += weights[i] * (seen.before(y.of[i]) - above);
    }
    for (const auto i : tied) seen.add(y.of[i], weights[i]);
  }
  return sum;
}

std::vector<std::uint8_t> once_each(Values values) {
  return std::vector<std::uint8_t>(values.size(), 1);
}

// Takes defined values and reuses their memory.
double pearson_of(std::vector<double> x, std::vector<double> y, Weights weights) {
  if (constant(x, weights) || constant(y, weights)) return kNaN;
  centre(x, weights);
  centre(y, weights);
  const double xx = weighted_product(x, x, weights);
  const double yy = weighted_product(y, y, weights);
  return std::clamp(weighted_product(x, y, weights) / std::sqrt(xx * yy), -1.0, 1.0);
}

}  // namespace

double weighted_pearson(Values x, Values y, Weights weights) {
  if (undefined(x, y)) return kNaN;
  return pearson_of({x.begin(), x.end()}, {y.begin(), y.end()}, weights);
}

double weighted_spearman(Values x, Values y, Weights weights) {
  if (undefined(x, y)) return kNaN;
  auto first = centred_ranks(dense_ranks(x), weights);
  return pearson_of(std::move(first), centred_ranks(dense_ranks(y), weights), weights);
}

double weighted_kendall_tau_b(Values x, Values y, Weights weights) {
  if (undefined(x, y)) return kNaN;
  const auto x_ranks = dense_ranks(x);
  const auto y_ranks = dense_ranks(y);
  const double pairs = untied_pairs(x_ranks, weights) * untied_pairs(y_ranks, weights);
  const double tau = 2 * concordance(x_ranks, y_ranks, weights) / std::sqrt(pairs);
  return std::clamp(tau, -1.0, 1.0);
}

double weighted_correlation(Correlation kind, Values x, Values y, Weights weights) {
  switch (kind) {
    case Correlation::kPearson:
      return weighted_pearson(x, y, weights);
    case Correlation::kSpearman:
      return weighted_spearman(x, y, weights);
    case Correlation::kKendall:
      break;
  }
  return weighted_kendall_tau_b(x, y, weights);
}

double correlation(Correlation kind, Values x, Values y) {
  return weighted_correlation(kind, x, y, once_each(x));
}

bool is_defined(Correlation kind, Values x, Values y) {
  if (kind == Correlation::kPearson) return !std::isnan(pearson(x, y));
  const auto once = once_each(x);
  return !undefined(x, y) && !constant(x, once) && !constant(y, once);
}

double pearson(Values x, Values y) { return weighted_pearson(x, y, once_each(x)); }
double spearman(Values x, Values y) { return weighted_spearman(x, y, once_each(x)); }
double kendall_tau_b(Values x, Values y) { return weighted_kendall_tau_b(x, y, once_each(x)); }

}  // namespace sonde
