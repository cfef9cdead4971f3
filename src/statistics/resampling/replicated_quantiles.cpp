#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/nan.h"
#include "base/threads.h"
#include "sonde/error.h"
#include "sonde/resampling.h"
#include "statistics/measures/quantile.h"

namespace sonde {
namespace {

constexpr std::size_t kGrain = 16;  // replicates that a thread takes at a time

struct Sorted {
  std::vector<double> values;
  std::vector<std::uint64_t> keys;
};

Sorted sorted(std::span<const double> values, std::span<const std::uint64_t> keys) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  Sorted result;
  for (const auto i : order) {
    result.values.push_back(values[i]);
    result.keys.push_back(keys[i]);
  }
  return result;
}

// `running[i]`: how often the values up to i occur in total.
double repeated_quantile(std::span<const double> values, std::span<const std::uint32_t> running,
                         double share) {
  if (running.back() == 0) return kNaN;
  const double place = share * static_cast<double>(running.back() - 1);
  const auto below = static_cast<std::uint32_t>(place);
  const auto value_at = [&](std::uint32_t at) {
    return values[static_cast<std::size_t>(std::ranges::upper_bound(running, at) -
                                           running.begin())];
  };
  const double low = value_at(below);
  const double high = below + 1 < running.back() ? value_at(below + 1) : low;
  return interpolated(low, high, place - static_cast<double>(below));
}

bool has_nan(std::span<const double> values) {
  return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

}  // namespace

MatrixOf<double> Resampler::quantiles(std::span<const double> values,
                                      std::span<const std::uint64_t> keys,
                                      std::span<const double> shares) const {
  if (values.size() != keys.size()) throw usage_error("resampling needs a key for each value");
  MatrixOf<double> result(shares.size(), replicates_);
  if (values.empty() || has_nan(values)) {
    for (std::size_t row = 0; row < shares.size(); ++row) std::ranges::fill(result[row], kNaN);
    return result;
  }
  const Sorted in_order = sorted(values, keys);
  parallel_for(replicates_, kGrain, threads_, [&](std::size_t first, std::size_t last) {
    MatrixOf<std::uint8_t> drawn(1, values.size());
    std::vector<std::uint32_t> running(values.size());
    for (std::size_t replicate = first; replicate < last; ++replicate) {
      check_stop();
      weights(in_order.keys, replicate, drawn.view());
      std::uint32_t sum = 0;
      for (std::size_t i = 0; i < running.size(); ++i) running[i] = sum += drawn[0][i];
      for (std::size_t row = 0; row < shares.size(); ++row) {
        result[row][replicate] = repeated_quantile(in_order.values, running, shares[row]);
      }
    }
  });
  return result;
}

}  // namespace sonde
