// For tests: simulated corpora of originals with variants.
#pragma once

#include <cmath>
#include <vector>

#include "base/random.h"
#include "statistics/measures/testing/simulated.h"
#include "statistics/separation/separation.h"

namespace sonde {

// Variants are similar within an original. Some originals have fewer negated ones.
struct Corpus {
  std::vector<double> fuzzed, negated;
  std::vector<std::uint32_t> fuzzed_items, negated_items;
  std::vector<std::uint64_t> keys;

  Corpus(std::size_t originals, std::size_t variants, double scale = 1, std::uint64_t sample = 0) {
    for (std::uint32_t item = 0; item < originals; ++item) {
      keys.push_back(random_bits(3, sample, item));
      const double own = Normals(10 * sample + 90, item).first;
      for (std::size_t variant = 0; variant < variants; ++variant) {
        const Normals noise(10 * sample + 91 + variant, item);
        fuzzed.push_back(1 - scale * std::abs(0.1 + 0.03 * own + 0.02 * noise.first));
        fuzzed_items.push_back(item);
        if (variant == 0 && item % 3 != 0) continue;
        negated.push_back(1 - scale * std::abs(0.15 + 0.03 * own + 0.03 * noise.second));
        negated_items.push_back(item);
      }
    }
  }
  Variants of_fuzzed() const { return {fuzzed, fuzzed_items}; }
  Variants of_negated() const { return {negated, negated_items}; }
  Separation value() const { return separation(of_fuzzed(), of_negated()); }
  SeparationReplicates replicates(const Resampler& resampler) const {
    return separation_replicates(resampler, of_fuzzed(), of_negated(), keys);
  }
};

}  // namespace sonde
