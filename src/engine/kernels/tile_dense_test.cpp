#include "engine/kernels/tile_dense.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "engine/kernels/normal_numbers_test.h"

namespace sonde {
namespace tile_dense_test {

struct Case {
  std::size_t rows, inputs, outputs;
  std::uint32_t bits;  // in the weights
};

// Emulated tiles on every machine. With AMX, which must be there first, the processor's own too.
std::vector<Products> kinds_of_tiles() {
  std::vector<Products> kinds{Products::kEmulatedTiles};
  if (has_tiles()) kinds.push_back(Products::kTiles);
  return kinds;
}

constexpr Precision kPrecisions[] = {Precision::kF32, Precision::kBF16};
constexpr Activation kActivations[] = {Activation::kGelu, Activation::kGeluTanh, Activation::kRelu,
                                       Activation::kSilu};

double activated(Activation activation, double x) {
  if (activation == Activation::kRelu) return std::max(0.0, x);
  if (activation == Activation::kGelu) return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
  if (activation == Activation::kSilu) return x / (1 + std::exp(-x));
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

// The numbers that `write` writes there, and none outside.
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

class TileDenseTest : public testing::TestWithParam<std::tuple<Case, Products>> {
 protected:
  void SetUp() override {
    const auto [rows, inputs, outputs, bits] = shape();
    in_ = test::normal_numbers(rows * inputs, 1);
    matrix_ = test::normal_numbers(outputs * inputs, 2, 0, 0.05F);
    for (float& one : matrix_) {
      one = std::bit_cast<float>(std::bit_cast<std::uint32_t>(one) & bits);
    }
    bias_ = test::normal_numbers(outputs, 3);
  }

  static const Case& shape() { return std::get<Case>(GetParam()); }

  std::unique_ptr<TileDense> dense(Precision precision) const {
    return make_tile_dense(std::get<Products>(GetParam()), {matrix_, bias_}, precision, 2);
  }

  std::vector<float> run(Precision precision) const {
    const auto layer = dense(precision);
    return written(shape().rows * layer->outputs(),
                   [&](float* out) { layer->run(in_.data(), shape().rows, out); });
  }

  template <class Float>
  Float plain(std::size_t row, std::size_t output) const {
    const std::size_t inputs = shape().inputs;
    auto sum = static_cast<Float>(bias_[output]);
    for (std::size_t i = 0; i < inputs; ++i) {
      sum += static_cast<Float>(in_[row * inputs + i]) *
             static_cast<Float>(matrix_[output * inputs + i]);
    }
    return sum;
  }

  std::vector<float> in_, matrix_, bias_;
};

TEST_P(TileDenseTest, IsAsExactAsSumsOfFloats) {
  const auto [rows, inputs, outputs, bits] = shape();
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

TEST_P(TileDenseTest, Bf16RoundsWhatItMultipliesAndNothingElse) {
  const auto outputs = shape().outputs;
  const auto out = run(Precision::kBF16);
  for (auto* const numbers : {&in_, &matrix_})
    std::ranges::transform(*numbers, numbers->begin(), bf16);
  for (std::size_t n = 0; n < out.size(); n += 7) {
    ASSERT_NEAR(out[n], plain<double>(n / outputs, n % outputs), 1e-5);
  }
}

TEST_P(TileDenseTest, ARowHasTheSameBitsAlone) {
  const auto [rows, inputs, outputs, bits] = shape();
  for (const auto precision : kPrecisions) {
    const auto together = run(precision);
    const auto layer = dense(precision);
    std::vector<float> alone(outputs);
    for (std::size_t row = 0; row < rows; row += 1 + rows / 9) {
      layer->run(in_.data() + row * inputs, 1, alone.data());
      const auto begin = together.begin() + static_cast<std::ptrdiff_t>(row * outputs);
      ASSERT_TRUE(std::equal(alone.begin(), alone.end(), begin)) << "row " << row;
    }
  }
}

TEST_P(TileDenseTest, ARowHasTheSameBitsBesideNonsense) {
  const auto [rows, inputs, outputs, bits] = shape();
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

// Compared with the matrix as the first layer. In bf16 the intermediate is rounded, too, and a
// number next to a rounding boundary may go either way.
TEST_P(TileDenseTest, FeedForwardIsTwoLayersAndTheActivation) {
  const auto [rows, inputs, outputs, bits] = shape();
  auto down = test::normal_numbers(inputs * outputs, 4, 0, 0.05F);
  const auto shift = test::normal_numbers(inputs, 5);
  for (const auto precision : kPrecisions) {
    const bool rounds = precision == Precision::kBF16;
    for (auto* const numbers : {&in_, &matrix_, &down}) {
      if (rounds) std::ranges::transform(*numbers, numbers->begin(), bf16);
    }
    for (const auto activation : kActivations) {
      const auto first = dense(precision);
      const auto second =
          make_tile_dense(std::get<Products>(GetParam()), {down, shift}, precision, 1);
      const auto out = written(rows * inputs, [&, count = rows](float* to) {
        first->feed_forward(activation, *second, in_.data(), count, to);
      });
      std::vector<float> alone(inputs);
      for (std::size_t row = 0; row < rows; row += 1 + rows / 5) {
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
            const double weight = down[i * outputs + k];
            want += (low[k] + high[k]) / 2 * weight;
            either += (high[k] - low[k]) / 2 * std::abs(weight);
          }
          ASSERT_NEAR(out[row * inputs + i], want, 1e-5 + either);
        }
        first->feed_forward(activation, *second, in_.data() + row * inputs, 1, alone.data());
        const auto begin = out.begin() + static_cast<std::ptrdiff_t>(row * inputs);
        ASSERT_TRUE(std::equal(alone.begin(), alone.end(), begin)) << "row " << row;
      }
    }
  }
}

constexpr std::uint32_t kF32 = ~0U, kF16 = ~0x1FFFU, kBF16 = ~0xFFFFU;

// Small enough to be emulated.
const std::vector<Case> kCases{{1, 1, 1, kF32},    {3, 16, 48, kBF16}, {17, 50, 33, kF16},
                               {40, 96, 70, kF32}, {70, 40, 90, kF32}, {40, 400, 40, kBF16}};

INSTANTIATE_TEST_SUITE_P(Cases, TileDenseTest,
                         testing::Combine(testing::ValuesIn(kCases),
                                          testing::ValuesIn(kinds_of_tiles())));

// Several blocks of rows, several chunks of what is between.
const std::vector<Case> kLargeCases{{40, 384, 70, kF32},  {330, 400, 40, kBF16},
                                    {330, 400, 40, kF16}, {33, 1536, 96, kF32},
                                    {70, 40, 900, kF32},  {700, 32, 16, kF32}};

INSTANTIATE_TEST_SUITE_P(LargeCases, TileDenseTest,
                         testing::Combine(testing::ValuesIn(kLargeCases),
                                          testing::ValuesIn(kinds_of_tiles())));

class Tiles : public testing::TestWithParam<Products> {
 protected:
  static std::unique_ptr<TileDense> times(const std::vector<float>& weights, Precision precision) {
    return make_tile_dense(GetParam(), {weights, std::vector<float>{0}}, precision, 1);
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, Tiles, testing::ValuesIn(kinds_of_tiles()));

TEST_P(Tiles, TakeNoRows) {
  const auto same = times({1}, Precision::kF32);
  same->run(nullptr, 0, nullptr);
  same->feed_forward(Activation::kGelu, *same, nullptr, 0, nullptr);
}

TEST_P(Tiles, TellNumbersApartThatDifferInTheLastBit) {
  const float next = std::nextafter(1.0F, 2.0F);
  const std::vector<float> in{next, -1.0F};
  for (const float weight : {1.0F, next}) {
    float out = 0;
    times({weight, weight}, Precision::kF32)->run(in.data(), 1, &out);
    EXPECT_EQ(out, static_cast<float>((static_cast<double>(next) - 1) * weight));
  }
}

std::vector<float> numbers_to_activate() {
  std::vector<float> in;
  for (float x = -20; x <= 20; x += 0.003F) in.push_back(x);
  for (const float x : {-1e30F, -1000.0F, 1000.0F, 1e30F}) in.push_back(x);
  return in;
}

TEST_P(Tiles, ActivationsAreAsExactAsFloats) {
  const auto same = times({1}, Precision::kF32);
  const auto in = numbers_to_activate();
  std::vector<float> out(in.size());
  for (const auto activation : kActivations) {
    same->feed_forward(activation, *same, in.data(), in.size(), out.data());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double bound = 2.5e-7 * std::max(1.0F, std::abs(in[i]));
      ASSERT_NEAR(out[i], activated(activation, in[i]), bound) << "of " << in[i];
    }
    for (const float nothing : {NAN, INFINITY}) {
      same->feed_forward(activation, *same, &nothing, 1, out.data());
      EXPECT_TRUE(std::isnan(out[0]));
    }
  }
}

TEST_P(Tiles, ActivationsForBf16AreExactBelowItsRounding) {
  const auto same = times({1}, Precision::kBF16);
  auto in = numbers_to_activate();
  std::ranges::transform(in, in.begin(), bf16);
  std::vector<float> out(in.size());
  for (const auto activation : kActivations) {
    same->feed_forward(activation, *same, in.data(), in.size(), out.data());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double want = activated(activation, in[i]);
      const double error = error_in_bf16(activation, want);
      ASSERT_GE(out[i], bf16(static_cast<float>(want - error))) << "of " << in[i];
      ASSERT_LE(out[i], bf16(static_cast<float>(want + error))) << "of " << in[i];
    }
  }
}

// Numbers of all sizes, next to zero, infinite, and none.
std::vector<float> hostile_numbers(std::size_t count, unsigned seed) {
  auto numbers = test::normal_numbers(count, seed);
  const float odd[] = {1e-38F, -1e-39F, 1e-45F, 1e19F, -2e19F, 3e38F, 0.0F, -0.0F, INFINITY, NAN};
  for (std::size_t i = 0; i < count; i += 7) numbers[i] *= i % 2 == 0 ? 1e-20F : 1e-30F;
  for (std::size_t i = 3; i < count; i += 97) numbers[i] = odd[i / 97 % std::size(odd)];
  return numbers;
}

bool same_number(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

class EmulatedTiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_tiles()) GTEST_SKIP() << "no AMX here to compare with";
  }

  // Compares the results of both, the processor's first.
  template <class Run>
  void expect_same(Precision precision, const Run& run) const {
    std::vector<std::vector<float>> given;
    for (const auto products : {Products::kTiles, Products::kEmulatedTiles}) {
      given.push_back(run(*make_tile_dense(products, {up_, up_bias_}, precision, 1),
                          *make_tile_dense(products, {down_, down_bias_}, precision, 1)));
    }
    for (std::size_t n = 0; n < given[0].size(); ++n) {
      ASSERT_TRUE(same_number(given[0][n], given[1][n]))
          << n << ": " << given[0][n] << " and " << given[1][n];
    }
  }

  static constexpr std::size_t kRows = 75, kInputs = 70, kBetween = 500;
  std::vector<float> in_ = hostile_numbers(kRows * kInputs, 1);
  std::vector<float> up_ = test::normal_numbers(kBetween * kInputs, 2, 0, 0.1F);
  std::vector<float> down_ = test::normal_numbers(kInputs * kBetween, 3, 0, 0.1F);
  std::vector<float> up_bias_ = test::normal_numbers(kBetween, 4);
  std::vector<float> down_bias_ = test::normal_numbers(kInputs, 5);
};

TEST_F(EmulatedTiles, GiveTheProcessorsBits) {
  for (const auto precision : kPrecisions) {
    expect_same(precision, [&](const TileDense& up, const TileDense&) {
      std::vector<float> out(kRows * kBetween);
      up.run(in_.data(), kRows, out.data());
      return out;
    });
  }
}

// Except GELU by erf, whose inverse the processor approximates by its internal table.
TEST_F(EmulatedTiles, GiveTheProcessorsBitsBehindAnActivation) {
  for (const auto precision : kPrecisions) {
    for (const auto activation : {Activation::kRelu, Activation::kGeluTanh}) {
      expect_same(precision, [&](const TileDense& up, const TileDense& down) {
        std::vector<float> out(kRows * kInputs);
        up.feed_forward(activation, down, in_.data(), kRows, out.data());
        return out;
      });
    }
  }
}

}  // namespace tile_dense_test
}  // namespace sonde
