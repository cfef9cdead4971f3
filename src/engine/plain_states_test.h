// A graph's states against those of plain loops, with each kernel of sonde's own and with the
// library's operations.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "engine/graph/transformer.h"
#include "engine/plain_transformer_test.h"

namespace sonde::test {

struct NamedKernels {
  std::string name;
  Kernels kernels;
};

inline void PrintTo(const NamedKernels& kernels, std::ostream* out) { *out << kernels.name; }

inline std::vector<NamedKernels> all_kernels() {
  std::vector<NamedKernels> all{{"library", {}},
                                {"attention", {.attention = true}},
                                {"norm", {.norm = true}},
                                {"emulated_tiles", {.products = Products::kEmulatedTiles}},
                                {"all_emulated", {true, true, Products::kEmulatedTiles}}};
  if (own_kernels().products == Products::kTiles) {
    all.push_back({"tiles", {.products = Products::kTiles}});
    all.push_back({"all", own_kernels()});
  }
  return all;
}

// All have one length, as in encoding. The last has a token 1, which several families pad with.
inline const std::vector<std::vector<std::int32_t>> kSentences{
    {2, 60, 130, 99, 3}, {2, 17, 17, 150, 3}, {2, 1, 60, 17, 1}};
inline const std::vector<std::size_t> kAllTaps{0, 3, 1, 2};

// Checks each sentence and tap.
inline void expect_plain_states(const TransformerConfig& config, const std::filesystem::path& file,
                                const Kernels& kernels,
                                const std::vector<std::size_t>& taps = kAllTaps) {
  const Weights weights(file, config.family->prefix);
  const auto transformer = make_transformer(config, weights, taps, {Precision::kF32, kernels, 1});
  const PlainTransformer plain(config, weights);
  std::vector<std::int32_t> ids;
  for (const auto& sentence : kSentences) ids.insert(ids.end(), sentence.begin(), sentence.end());
  const std::size_t length = kSentences.front().size();
  std::size_t used = 0;
  transformer->run(ids, length, [&](std::span<const Matrix<const float>> states) {
    for (std::size_t tap = 0; tap < taps.size(); ++tap) {
      ASSERT_EQ(states[tap].rows(), ids.size());
      for (std::size_t s = 0; s < kSentences.size(); ++s) {
        const auto want = plain.states(kSentences[s], taps[tap]);
        for (std::size_t t = 0; t < length; ++t) {
          for (std::size_t i = 0; i < config.hidden; ++i, ++used) {
            ASSERT_NEAR(static_cast<double>(states[tap](s * length + t, i)), want[t][i], 1e-5)
                << "layer " << taps[tap] << ", sentence " << s << ", token " << t;
          }
        }
      }
    }
  });
  EXPECT_EQ(used, taps.size() * ids.size() * config.hidden);
}

}  // namespace sonde::test
