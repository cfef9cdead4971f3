#include "kernels/amx_dense.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/normal_numbers_test.h"

namespace sonde {
namespace {

struct Case {
  std::size_t rows, inputs, outputs;
  std::uint32_t bits;  // of the weights
};

constexpr Precision kPrecisions[] = {Precision::kF32, Precision::kBF16};
constexpr Activation kActivations[] = {Activation::kGelu, Activation::kGeluTanh, Activation::kRelu};

double activated(Activation activation, double x) {
  if (activation == Activation::kRelu) return std::max(0.0, x);
  if (activation == Activation::kGelu) return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

// What `write` writes there, and nothing beside it.
template <class Write>
std::vector<float> written(std::size_t count, const Write& write) {
  constexpr std::size_t kBeside = 64;
  constexpr float kUntouched = -7e33F;
  std::vector<float> all(count + 2 * kBeside, kUntouched);
  write(all.data() + kBeside);
  const auto untouched = [](float x) { return x == kUntouched; };
  EXPECT_TRUE(std::all_of(all.begin(), all.begin() + kBeside, untouched));
  EXPECT_TRUE(std::all_of(all.end() - kBeside, all.end(), untouched));
  return {all.begin() + kBeside, all.end() - kBeside};
}

float bf16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U);
}

class AmxDenseTest : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!AmxDense::supported()) GTEST_SKIP() << "no AMX here";
    const auto [rows, inputs, outputs, bits] = GetParam();
    in_ = test::normal_numbers(rows * inputs, 1);
    matrix_ = test::normal_numbers(outputs * inputs, 2, 0, 0.05F);
    for (float& one : matrix_) {
      one = std::bit_cast<float>(std::bit_cast<std::uint32_t>(one) & bits);
    }
    bias_ = test::normal_numbers(outputs, 3);
  }

  std::vector<float> run(Precision precision) const {
    const AmxDense dense(matrix_, bias_, precision, 2);
    return written(GetParam().rows * dense.outputs(),
                   [&](float* out) { dense.run(in_.data(), GetParam().rows, out); });
  }

  template <class Float>
  Float plain(std::size_t row, std::size_t output) const {
    const std::size_t inputs = GetParam().inputs;
    auto sum = static_cast<Float>(bias_[output]);
    for (std::size_t i = 0; i < inputs; ++i) {
      sum += static_cast<Float>(in_[row * inputs + i]) *
             static_cast<Float>(matrix_[output * inputs + i]);
    }
    return sum;
  }

  std::vector<float> in_, matrix_, bias_;
};

TEST_P(AmxDenseTest, IsAsExactAsSumsOfFloats) {
  const auto [rows, inputs, outputs, bits] = GetParam();
  const auto out = run(Precision::kF32);
  double worst = 0, worst_of_floats = 0;
  for (std::size_t n = 0; n < out.size(); n += 7) {
    const double want = plain<double>(n / outputs, n % outputs);
    worst = std::max(worst, std::abs(static_cast<double>(out[n]) - want));
    const double floats = plain<float>(n / outputs, n % outputs);
    worst_of_floats = std::max(worst_of_floats, std::abs(floats - want));
  }
  EXPECT_LE(worst, std::max(worst_of_floats, 2e-7));
}

TEST_P(AmxDenseTest, Bf16RoundsWhatItMultipliesAndNothingElse) {
  const auto outputs = GetParam().outputs;
  const auto out = run(Precision::kBF16);
  for (auto* const numbers : {&in_, &matrix_})
    std::ranges::transform(*numbers, numbers->begin(), bf16);
  for (std::size_t n = 0; n < out.size(); n += 7) {
    ASSERT_NEAR(out[n], plain<double>(n / outputs, n % outputs), 1e-5);
  }
}

TEST_P(AmxDenseTest, ARowHasTheSameBitsAlone) {
  const auto [rows, inputs, outputs, bits] = GetParam();
  for (const auto precision : kPrecisions) {
    const auto together = run(precision);
    const AmxDense dense(matrix_, bias_, precision, 1);
    std::vector<float> alone(outputs);
    for (std::size_t row = 0; row < rows; row += 5) {
      dense.run(in_.data() + row * inputs, 1, alone.data());
      const auto begin = together.begin() + static_cast<std::ptrdiff_t>(row * outputs);
      ASSERT_TRUE(std::equal(alone.begin(), alone.end(), begin)) << "row " << row;
    }
  }
}

TEST_P(AmxDenseTest, ARowHasTheSameBitsBesideNonsense) {
  const auto [rows, inputs, outputs, bits] = GetParam();
  for (const auto precision : kPrecisions) {
    const auto before = run(precision);
    const float nonsense[] = {NAN, INFINITY, -INFINITY, 3.4e38F, 1e-45F};
    for (std::size_t row = 0; row < rows; ++row) {
      if (row % 3 == 0) continue;
      std::fill_n(in_.begin() + static_cast<std::ptrdiff_t>(row * inputs), inputs,
                  nonsense[row % 5]);
    }
    const auto after = run(precision);
    for (std::size_t n = 0; n < before.size(); ++n) {
      if (n / outputs % 3 == 0) {
        ASSERT_EQ(before[n], after[n]) << n;
      }
    }
  }
}

// Before it is rounded.
double error_in_bf16(Activation activation, double result) {
  return activation == Activation::kGelu ? 1.1e-3 * std::abs(result) + 2e-7
                                         : 1e-6 * std::abs(result) + 3e-7;
}

// With the matrix as the wide layer. In bf16 what is between is rounded, too, and a number next to
// where that changes may go either way.
TEST_P(AmxDenseTest, FeedForwardIsTwoLayersAndTheActivation) {
  const auto [rows, inputs, outputs, bits] = GetParam();
  auto narrow = test::normal_numbers(inputs * outputs, 4, 0, 0.05F);
  const auto shift = test::normal_numbers(inputs, 5);
  for (const auto precision : kPrecisions) {
    const bool rounds = precision == Precision::kBF16;
    for (auto* const numbers : {&in_, &matrix_, &narrow}) {
      if (rounds) std::ranges::transform(*numbers, numbers->begin(), bf16);
    }
    for (const auto activation : kActivations) {
      const AmxDense first(matrix_, bias_, precision, 1), second(narrow, shift, precision, 1);
      const auto out = written(rows * inputs, [&, count = rows](float* to) {
        AmxDense::feed_forward(first, activation, second, in_.data(), count, to);
      });
      std::vector<float> alone(inputs);
      for (std::size_t row = 0; row < rows; row += 11) {
        std::vector<double> low(outputs), high(outputs);
        for (std::size_t k = 0; k < outputs; ++k) {
          const auto x = plain<double>(row, k);
          low[k] = high[k] = activated(activation, x);
          if (!rounds) continue;
          const double error = error_in_bf16(activation, low[k]);
          low[k] = bf16(static_cast<float>(low[k] - error));
          high[k] = bf16(static_cast<float>(high[k] + error));
        }
        for (std::size_t i = 0; i < inputs; i += 7) {
          double want = shift[i], either = 0;
          for (std::size_t k = 0; k < outputs; ++k) {
            const double weight = narrow[i * outputs + k];
            want += (low[k] + high[k]) / 2 * weight;
            either += (high[k] - low[k]) / 2 * std::abs(weight);
          }
          ASSERT_NEAR(out[row * inputs + i], want, 1e-5 + either);
        }
        AmxDense::feed_forward(first, activation, second, in_.data() + row * inputs, 1,
                               alone.data());
        const auto begin = out.begin() + static_cast<std::ptrdiff_t>(row * inputs);
        ASSERT_TRUE(std::equal(alone.begin(), alone.end(), begin)) << "row " << row;
      }
    }
  }
}

constexpr std::uint32_t kF32 = ~0U, kF16 = ~0x1FFFU, kBF16 = ~0xFFFFU;

INSTANTIATE_TEST_SUITE_P(Cases, AmxDenseTest,
                         testing::Values(Case{1, 1, 1, kF32}, Case{3, 16, 48, kBF16},
                                         Case{17, 50, 33, kF16}, Case{40, 384, 70, kF32},
                                         Case{330, 400, 40, kBF16}, Case{330, 400, 40, kF16},
                                         Case{33, 1536, 96, kF32}, Case{70, 40, 900, kF32},
                                         Case{700, 32, 16, kF32}));

TEST(AmxDense, TakesNoRows) {
  if (!AmxDense::supported()) GTEST_SKIP() << "no AMX here";
  const AmxDense same(std::vector<float>{1}, {0}, Precision::kF32, 1);
  same.run(nullptr, 0, nullptr);
  AmxDense::feed_forward(same, Activation::kGelu, same, nullptr, 0, nullptr);
}

TEST(AmxDense, TellsNumbersApartThatDifferInTheLastBit) {
  if (!AmxDense::supported()) GTEST_SKIP() << "no AMX here";
  const float next = std::nextafter(1.0F, 2.0F);
  const std::vector<float> in{next, -1.0F};
  for (const float weight : {1.0F, next}) {
    float out = 0;
    AmxDense(std::vector<float>{weight, weight}, {0}, Precision::kF32, 1).run(in.data(), 1, &out);
    EXPECT_EQ(out, static_cast<float>((static_cast<double>(next) - 1) * weight));
  }
}

std::vector<float> numbers_to_activate() {
  std::vector<float> in;
  for (float x = -20; x <= 20; x += 0.003F) in.push_back(x);
  for (const float x : {-1e30F, -1000.0F, 1000.0F, 1e30F}) in.push_back(x);
  return in;
}

TEST(AmxDense, ActivationsAreAsExactAsFloats) {
  if (!AmxDense::supported()) GTEST_SKIP() << "no AMX here";
  const AmxDense same(std::vector<float>{1}, {0}, Precision::kF32, 1);
  const auto in = numbers_to_activate();
  std::vector<float> out(in.size());
  for (const auto activation : kActivations) {
    AmxDense::feed_forward(same, activation, same, in.data(), in.size(), out.data());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double bound = 2.5e-7 * std::max(1.0F, std::abs(in[i]));
      ASSERT_NEAR(out[i], activated(activation, in[i]), bound) << "of " << in[i];
    }
    for (const float nothing : {NAN, INFINITY}) {
      AmxDense::feed_forward(same, activation, same, &nothing, 1, out.data());
      EXPECT_TRUE(std::isnan(out[0]));
    }
  }
}

TEST(AmxDense, ActivationsForBf16AreExactBelowItsRounding) {
  if (!AmxDense::supported()) GTEST_SKIP() << "no AMX here";
  const AmxDense same(std::vector<float>{1}, {0}, Precision::kBF16, 1);
  auto in = numbers_to_activate();
  std::ranges::transform(in, in.begin(), bf16);
  std::vector<float> out(in.size());
  for (const auto activation : kActivations) {
    AmxDense::feed_forward(same, activation, same, in.data(), in.size(), out.data());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double want = activated(activation, in[i]);
      const double error = error_in_bf16(activation, want);
      ASSERT_GE(out[i], bf16(static_cast<float>(want - error))) << "of " << in[i];
      ASSERT_LE(out[i], bf16(static_cast<float>(want + error))) << "of " << in[i];
    }
  }
}

}  // namespace
}  // namespace sonde
