#include "stats/measures.h"

#include <algorithm>

#include "base/threads.h"

namespace sonde {

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

}  // namespace sonde
