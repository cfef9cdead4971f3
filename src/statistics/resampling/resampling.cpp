#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "base/nan.h"
#include "sonde/error.h"
#include "sonde/resampling.h"
#include "statistics/measures/correlation.h"
#include "statistics/measures/distributions.h"
#include "statistics/measures/quantile.h"
#include "statistics/resampling/each_block.h"
#include "statistics/resampling/replicated.h"

namespace sonde {
namespace {

void check_keys(std::size_t values, std::size_t keys) {
  if (values != keys) throw usage_error("resampling needs a key for each value");
}

// The quantile of values, which change places, by linear interpolation in numpy's rounding.
double quantile(std::vector<double>& values, double q) {
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  const double high = at + 1 == values.end() ? low : *std::min_element(at + 1, values.end());
  const double share = place - static_cast<double>(below);
  return interpolated(low, high, share);
}

// The percentile interval that leaves out a share of `tail` on each side.
Interval between_tails(std::vector<double> replicates, double tail) {
  const auto defined = std::partition(replicates.begin(), replicates.end(),
                                      [](double value) { return !std::isnan(value); });
  const auto count = static_cast<std::size_t>(defined - replicates.begin());
  if (count == 0 || 2 * count < replicates.size()) return {kNaN, kNaN};
  replicates.resize(count);
  const double low = quantile(replicates, tail);
  return {low, quantile(replicates, 1 - tail)};
}

}  // namespace

Resampler::Resampler(std::uint64_t seed, std::size_t replicates, std::size_t threads,
                     std::function<bool()> stop)
    : seed_(seed), replicates_(replicates), threads_(threads), stop_(std::move(stop)) {}

void Resampler::check_stop() const {
  if (stop_ && stop_()) throw Error(ErrorKind::kInterrupted, "stopped while resampling");
}

Resampler Resampler::keeping(Wanted wanted) const {
  Resampler same = *this;
  same.keeps_ = true;
  same.wanted_ = std::move(wanted);
  return same;
}

bool Resampler::wants(std::string_view slice, std::string_view result) const {
  return !wanted_ || wanted_(slice, result);
}

Resampler Resampler::drawing(bool draws) const {
  Resampler same = *this;
  if (!draws) same.replicates_ = 0;
  return same;
}

void Resampler::weights(std::span<const std::uint64_t> keys, std::size_t first,
                        Matrix<std::uint8_t> out) const {
  check_keys(out.columns(), keys.size());
  for (std::size_t row = 0; row < out.rows(); ++row) {
    draw_row(stream_key(seed_, first + row), keys, out[row]);
  }
}

std::vector<double> Resampler::means(std::span<const double> values,
                                     std::span<const std::uint64_t> keys) const {
  const auto means = means_of_columns({values.data(), values.size(), 1}, keys);
  return {means[0].begin(), means[0].end()};
}

MatrixOf<double> Resampler::means_of_columns(Matrix<const double> values,
                                             std::span<const std::uint64_t> keys) const {
  check_keys(values.rows(), keys.size());
  MatrixOf<double> result(values.columns(), replicates_);
  const auto make = [&] { return std::vector<Sums>(values.columns()); };
  each_block(*this, keys.size(), make, [&](std::vector<Sums>& means, const ReplicateBlock& block) {
    column_means(block.keys, keys, values, means);
    for (std::size_t column = 0; column < means.size(); ++column) {
      std::copy_n(means[column].at.begin(), block.count, &result[column][block.first]);
    }
  });
  return result;
}

Interval Resampler::percentile(std::vector<double> replicates) {
  return between_tails(std::move(replicates), 0.025);
}

Interval Resampler::mean_interval(std::vector<double> replicates, std::size_t items) {
  if (items < 2) return {kNaN, kNaN};
  return between_tails(std::move(replicates), student_tail(items - 1));
}

Interval Resampler::mean_interval(std::span<const double> values,
                                  std::span<const std::uint64_t> keys) const {
  const std::unordered_set<std::uint64_t> items(keys.begin(), keys.end());
  return mean_interval(means(values, keys), items.size());
}

MatrixOf<double> Resampler::correlations(std::span<const Correlation> kinds,
                                         std::span<const double> x, std::span<const double> y,
                                         std::span<const std::uint64_t> keys) const {
  check_keys(x.size(), keys.size());
  MatrixOf<double> result(kinds.size(), replicates_);
  std::vector<Correlation> defined;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < kinds.size(); ++row) {
    if (is_defined(kinds[row], x, y)) {
      defined.push_back(kinds[row]);
      rows.push_back(row);
    } else {
      std::ranges::fill(result[row], kNaN);
    }
  }
  if (defined.empty()) return result;
  each_block(*this, keys.size(), replicated_correlations(defined, x, y, keys),
             [&](auto& correlations, const ReplicateBlock& block) {
               std::vector<Sums> values(rows.size());
               correlations->in(block.keys, values);
               for (std::size_t i = 0; i < rows.size(); ++i) {
                 std::copy_n(values[i].at.begin(), block.count, &result[rows[i]][block.first]);
               }
             });
  return result;
}

std::vector<double> Resampler::correlations(Correlation kind, std::span<const double> x,
                                            std::span<const double> y,
                                            std::span<const std::uint64_t> keys) const {
  const auto result = correlations({&kind, 1}, x, y, keys);
  return {result[0].begin(), result[0].end()};
}

Interval wilson(std::size_t successes, std::size_t n) {
  if (successes > n) throw usage_error("more successes than trials");
  const double count = static_cast<double>(n);
  const double share = static_cast<double>(successes) / count;
  const double shrink = 1 + kZ * kZ / count;
  const double centre = (share + kZ * kZ / (2 * count)) / shrink;
  const double spread = share * (1 - share) / count + kZ * kZ / (4 * count * count);
  const double reach = kZ * std::sqrt(spread) / shrink;
  return {successes == 0 && n > 0 ? 0 : centre - reach,
          successes == n && n > 0 ? 1 : centre + reach};
}

}  // namespace sonde
