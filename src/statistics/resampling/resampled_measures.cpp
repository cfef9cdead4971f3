#include "statistics/resampling/resampled_measures.h"

#include <algorithm>
#include <numeric>

#include "base/threads.h"
#include "statistics/resampling/bca_interval.h"

namespace sonde {
namespace {

constexpr std::size_t kMostParts = 200;

// Each item's part, by the order of the keys, so that the order of the items is of no account.
std::vector<std::size_t> parts_of(std::span<const std::uint64_t> keys, std::size_t parts) {
  std::vector<std::size_t> order(keys.size()), part(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t item) { return keys[item]; });
  for (std::size_t at = 0; at < order.size(); ++at) part[order[at]] = at % parts;
  return part;
}

// A row a name, a number a part that was left out.
MatrixOf<double> without_parts(const Measures& measures, std::span<const std::uint64_t> keys,
                               const Resampler& resampler) {
  const std::size_t parts = std::min(keys.size(), kMostParts);
  const auto part = parts_of(keys, parts);
  MatrixOf<double> result(measures.names.size(), parts);
  parallel_for(parts, 1, resampler.threads(), [&](std::size_t first, std::size_t last) {
    std::vector<std::uint8_t> weights(keys.size());
    std::vector<double> out(measures.names.size());
    for (std::size_t left_out = first; left_out < last; ++left_out) {
      resampler.check_stop();
      for (std::size_t item = 0; item < keys.size(); ++item) weights[item] = part[item] != left_out;
      measures.at(weights, out);
      for (std::size_t i = 0; i < out.size(); ++i) result[i][left_out] = out[i];
    }
  });
  return result;
}

}  // namespace

std::vector<double> values(const Measures& measures, std::size_t items) {
  std::vector<double> out(measures.names.size());
  measures.at(std::vector<std::uint8_t>(items, 1), out);
  return out;
}

void centre(std::span<double> replicates, double value) {
  MeanOfDefined mean;
  for (const double one : replicates) mean.add(one);
  for (double& one : replicates) one += value - mean.value();
}

MatrixOf<double> replicates(const Measures& measures, std::span<const double> found,
                            std::span<const std::uint64_t> keys, const Resampler& resampler) {
  const std::size_t count = resampler.replicates();
  MatrixOf<double> result(measures.names.size(), count);
  const std::size_t grain = std::max<std::size_t>(1, count / 64);
  parallel_for(count, grain, resampler.threads(), [&](std::size_t first, std::size_t last) {
    MatrixOf<std::uint8_t> weights(1, keys.size());
    std::vector<double> out(measures.names.size());
    for (std::size_t replicate = first; replicate < last; ++replicate) {
      resampler.check_stop();
      resampler.weights(keys, replicate, weights.view());
      measures.at(weights[0], out);
      for (std::size_t i = 0; i < out.size(); ++i) result[i][replicate] = out[i];
    }
  });
  for (std::size_t i = 0; measures.centred && i < found.size(); ++i) centre(result[i], found[i]);
  return result;
}

std::vector<Interval> intervals(const Measures& measures, std::span<const double> found,
                                std::span<const std::uint64_t> keys, const Resampler& resampler) {
  const auto drawn = replicates(measures, found, keys, resampler);
  const auto without = without_parts(measures, keys, resampler);
  std::vector<Interval> all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    all.push_back(accelerated_interval({drawn[i].begin(), drawn[i].end()}, found[i],
                                       acceleration(without[i]), measures.items));
  }
  if (measures.centred) {
    for (auto& [low, high] : all) {
      low = std::max(low, measures.least);
      high = std::min(high, 1.0);
    }
  }
  if (measures.derive) measures.derive(all);
  return all;
}

}  // namespace sonde
