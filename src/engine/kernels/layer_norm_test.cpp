#include "engine/kernels/layer_norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/kernels/normal_numbers_test.h"

namespace sonde {
namespace layer_norm_test {

class LayerNormTest : public testing::TestWithParam<std::size_t> {
 protected:
  LayerNormTest() {
    const std::size_t width = GetParam();
    norm_.scale = test::normal_numbers(width, 7);
    norm_.shift = test::normal_numbers(width, 8);
    norm_.epsilon = 1e-5F;
    in_ = test::normal_numbers(kRows * width, 9, 3);
    added_ = test::normal_numbers(kRows * width, 10, 3);
  }

  std::vector<float> run(const float* added, CpuClass level = kernel_class()) const {
    std::vector<float> out(in_.size());
    norm_.run(in_.data(), added, kRows, out.data(), level);
    return out;
  }

  static constexpr std::size_t kRows = 5;
  LayerNorm norm_;
  std::vector<float> in_, added_;
};

TEST_P(LayerNormTest, AgreesWithPlainLoops) {
  const std::size_t width = GetParam();
  for (const bool two : {false, true}) {
    const auto out = run(two ? added_.data() : nullptr);
    for (std::size_t row = 0; row < kRows; ++row) {
      const auto at = [&](std::size_t i) {
        const double one = in_[row * width + i];
        return two ? one + added_[row * width + i] : one;
      };
      double mean = 0, spread = 0;
      for (std::size_t i = 0; i < width; ++i) mean += at(i) / static_cast<double>(width);
      for (std::size_t i = 0; i < width; ++i) {
        spread += (at(i) - mean) * (at(i) - mean) / static_cast<double>(width);
      }
      for (std::size_t i = 0; i < width; ++i) {
        const double want =
            (at(i) - mean) / std::sqrt(spread + 1e-5) * norm_.scale[i] + norm_.shift[i];
        ASSERT_NEAR(out[row * width + i], want, 1e-5);
      }
    }
  }
}

TEST_P(LayerNormTest, HasTheSameBitsInEveryClass) {
  const auto want = run(added_.data(), CpuClass::kBaseline);
  for (const CpuClass level : {CpuClass::kAvx2, CpuClass::kAvx512}) {
    if (level > kernel_class()) continue;
    EXPECT_EQ(run(added_.data(), level), want);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, LayerNormTest, testing::Values(2, 16, 100, 384, 1000));

}  // namespace layer_norm_test
}  // namespace sonde
