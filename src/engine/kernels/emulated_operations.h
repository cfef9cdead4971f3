#pragma once

// The same operations as amx_operations.h in plain C++, for emulated_dense.cpp alone: tiles that
// can be tested on every processor.

#ifdef SONDE_TILES
#error "a source has one kind of tiles"
#endif
#define SONDE_TILES

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/kernels/exponential.h"

namespace sonde {

// Numbers next to zero count as zero, as in the instructions.
inline float without_denormal(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits & 0x7F800000U) == 0 ? bits & 0x80000000U : bits);
}

inline float float_of(std::uint16_t bf16) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bf16) << 16U);
}

// Rounded to nearest, ties to even.
inline std::uint16_t bf16_of(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(without_denormal(x));
  if (std::isnan(x)) return static_cast<std::uint16_t>(bits >> 16U | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}

class EmulatedOperations {
 public:
  static void written() {}
  static void configure() {}
  static void release() {}

  void zero_sums() {
    for (std::size_t tile = 0; tile < 4; ++tile) tiles_[tile].fill(0);
  }
  void load_sums(const float* sums) {
    for (std::size_t tile = 0; tile < 4; ++tile) load(tile, sums + place_of(tile), 128);
  }
  void store_sums(float* sums) const {
    for (std::size_t tile = 0; tile < 4; ++tile) store(tile, sums + place_of(tile), 128);
  }
  void load_rows(const std::uint8_t* tiles) {
    load(4, tiles, 64);
    load(5, tiles + 1024, 64);
  }
  void load_outputs(const std::uint8_t* tiles) {
    load(6, tiles, 64);
    load(7, tiles + 1024, 64);
  }
  void multiply() {
    multiply(0, 4, 6);
    multiply(1, 4, 7);
    multiply(2, 5, 6);
    multiply(3, 5, 7);
  }

  static void stay_awake() {}
  static void fetch_soon(const void*) {}

  struct Floats {
    std::array<float, 16> at;
  };
  struct Part {
    std::array<std::uint16_t, 32> at;
  };

  static Floats all(float value) {
    return each([=](std::size_t) { return value; });
  }
  static Floats load(const float* from) {
    return each([=](std::size_t i) { return from[i]; });
  }
  static Floats load_some(const float* from, std::uint32_t mask) {
    return each([=](std::size_t i) { return (mask >> i & 1U) != 0 ? from[i] : 0.0F; });
  }
  static void store_some(const Floats& floats, float* to, std::uint32_t mask) {
    for (std::size_t i = 0; i < 16; ++i) {
      if ((mask >> i & 1U) != 0) to[i] = floats.at[i];
    }
  }

  static Part part_of(const Floats& low, const Floats& high) {
    Part part{};
    std::ranges::transform(low.at, part.at.begin(), bf16_of);
    std::ranges::transform(high.at, part.at.begin() + 16, bf16_of);
    return part;
  }
  static Floats low_of(const Part& part) {
    return each([&](std::size_t i) { return float_of(part.at[i]); });
  }
  static Floats high_of(const Part& part) {
    return each([&](std::size_t i) { return float_of(part.at[i + 16]); });
  }
  static void store(const Part& part, std::uint8_t* to) { std::memcpy(to, &part, sizeof part); }

  static Floats add(const Floats& a, const Floats& b) {
    return each([&](std::size_t i) { return a.at[i] + b.at[i]; });
  }
  static Floats subtract(const Floats& a, const Floats& b) {
    return each([&](std::size_t i) { return a.at[i] - b.at[i]; });
  }
  static Floats multiply(const Floats& a, const Floats& b) {
    return each([&](std::size_t i) { return a.at[i] * b.at[i]; });
  }
  static Floats divide(const Floats& a, const Floats& b) {
    return each([&](std::size_t i) { return a.at[i] / b.at[i]; });
  }
  static Floats multiply_add(const Floats& a, const Floats& b, const Floats& c) {
    return each([&](std::size_t i) { return std::fma(a.at[i], b.at[i], c.at[i]); });
  }
  static Floats subtract_product(const Floats& a, const Floats& b, const Floats& c) {
    return each([&](std::size_t i) { return std::fma(-a.at[i], b.at[i], c.at[i]); });
  }
  static Floats size(const Floats& x) {
    return each([&](std::size_t i) { return std::abs(x.at[i]); });
  }
  // NaN stays NaN.
  static Floats not_negative(const Floats& x) {
    return each([&](std::size_t i) { return 0.0F > x.at[i] ? 0.0F : x.at[i]; });
  }
  static Floats within(const Floats& x, float most) {
    return each(
        [&](std::size_t i) { return std::copysign(std::fmin(std::abs(x.at[i]), most), x.at[i]); });
  }
  static Floats inverse(const Floats& x) {
    return each([&](std::size_t i) { return 1 / x.at[i]; });
  }
  static Floats choose(const Floats& x, const Floats& a, const Floats& b) {
    return each([&](std::size_t i) { return x.at[i] >= 0 ? a.at[i] : b.at[i]; });
  }
  static void exponential(Floats& x) {
    for (float& one : x.at) sonde::exponential<float, std::uint32_t>(one);
  }

 private:
  static std::size_t place_of(std::size_t tile) { return tile / 2 * 16 * 32 + tile % 2 * 16; }

  void load(std::size_t tile, const void* from, std::size_t stride) {
    const auto* const bytes = static_cast<const std::uint8_t*>(from);
    for (std::size_t row = 0; row < 16; ++row) {
      std::memcpy(&tiles_[tile][row * 16], bytes + row * stride, 64);
    }
  }
  void store(std::size_t tile, void* to, std::size_t stride) const {
    auto* const bytes = static_cast<std::uint8_t*>(to);
    for (std::size_t row = 0; row < 16; ++row) {
      std::memcpy(bytes + row * stride, &tiles_[tile][row * 16], 64);
    }
  }
  using Row = std::array<float, 16>;

  // Like TDPBF16PS: the even and the odd products of a row are summed separately, every one of them
  // rounded. Then both sums and the previous value are added.
  void multiply(std::size_t sums, std::size_t rows, std::size_t outputs) {
    for (std::size_t row = 0; row < 16; ++row) {
      Row even{}, odd{};
      for (std::size_t k = 0; k < 16; ++k) {
        const std::uint32_t left = tiles_[rows][row * 16 + k];
        const std::uint32_t* const right = &tiles_[outputs][k * 16];
        add_products(even_of(left), right, even_of, even);
        add_products(odd_of(left), right, odd_of, odd);
      }
      for (std::size_t i = 0; i < 16; ++i) {
        std::uint32_t& sum = tiles_[sums][row * 16 + i];
        const float more = without_denormal(even[i] + odd[i]);
        const float before = without_denormal(std::bit_cast<float>(sum));
        sum = std::bit_cast<std::uint32_t>(without_denormal(before + more));
      }
    }
  }

  // In double a product of bf16 is exact, and its sum with a float so nearly that the float next to
  // it is what rounding once gives.
  template <class Half>
  static void add_products(float left, const std::uint32_t* right, const Half& half, Row& sums) {
    for (std::size_t i = 0; i < 16; ++i) {
      const double product = static_cast<double>(left) * static_cast<double>(half(right[i]));
      sums[i] = without_denormal(static_cast<float>(product + static_cast<double>(sums[i])));
    }
  }

  static float even_of(std::uint32_t pair) {
    return without_denormal(std::bit_cast<float>(pair << 16U));
  }
  static float odd_of(std::uint32_t pair) {
    return without_denormal(std::bit_cast<float>(pair & 0xFFFF0000U));
  }

  template <class Of>
  static Floats each(const Of& of) {
    Floats floats{};
    for (std::size_t i = 0; i < 16; ++i) floats.at[i] = of(i);
    return floats;
  }

  using Tile = std::array<std::uint32_t, 256>;  // 16 rows of 64 bytes
  std::array<Tile, 8> tiles_{};
};

}  // namespace sonde
