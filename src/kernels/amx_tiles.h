#pragma once

// What AmxDense computes with: tiles of 16 rows of 64 bytes, packed, multiplied and finished.
// For amx_dense.cpp alone, whose compiler must be allowed these instructions.

#include <immintrin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/activation.h"
#include "kernels/exponential.h"

#define SONDE_AMX [[gnu::target("amx-tile,amx-bf16,avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")]]

namespace sonde::amx {

inline constexpr std::size_t kTile = 1024;       // bytes: 16 rows of 64
inline constexpr std::size_t kPart = 2 * kTile;  // of bf16, of 32 numbers of 32 rows
inline constexpr std::size_t kSums = 32 * 32;    // of 32 rows and 32 outputs

// The compiler doesn't know what tiles read: what was written before must be there.
inline void written() { asm volatile("" ::: "memory"); }

struct alignas(64) TileShapes {
  std::uint8_t palette = 1;
  std::uint8_t start = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {};
  std::uint8_t rows[16] = {};

  constexpr TileShapes() {
    std::fill_n(row_bytes, 8, std::uint16_t{64});
    std::fill_n(rows, 8, std::uint8_t{16});
  }
};

SONDE_AMX inline void configure_tiles() {
  static constexpr TileShapes kShapes;
  written();
  _tile_loadconfig(&kShapes);
}

SONDE_AMX inline __m512 all(float value) { return _mm512_set1_ps(value); }

SONDE_AMX inline __m512 floats(__m256i bf16) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bf16), 16));
}

// What bf16 keeps of 32 numbers.
SONDE_AMX inline __m512i part_of(__m512 low, __m512 high) {
  return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low));
}

SONDE_AMX inline void store_parts(__m512 low, __m512 high, std::size_t parts, std::uint8_t* to) {
  for (std::size_t rest = parts; rest > 1; --rest, to += kPart) {
    const __m512i part = part_of(low, high);
    low = _mm512_sub_ps(low, floats(_mm512_castsi512_si256(part)));
    high = _mm512_sub_ps(high, floats(_mm512_extracti64x4_epi64(part, 1)));
    _mm512_store_si512(to, part);
  }
  _mm512_store_si512(to, part_of(low, high));
}

// Up to 16 rows of numbers to the tiles of half of the rows of each step. Zeros beyond the rows and
// columns.
SONDE_AMX inline void pack_rows(const float* in, std::size_t rows, std::size_t columns,
                                std::size_t parts, std::uint8_t* tiles) {
  for (std::size_t first = 0; first < columns; first += 32, tiles += parts * kPart) {
    const std::size_t wide = std::min<std::size_t>(32, columns - first);
    const auto inside = static_cast<std::uint32_t>((1ULL << wide) - 1);
    for (std::size_t row = 0; row < 16; ++row) {
      const std::uint32_t mask = row < rows ? inside : 0;
      const float* const from = in + row * columns + first;
      store_parts(_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), from),
                  _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16), from + 16), parts,
                  tiles + row * 64);
    }
  }
}

typedef std::uint32_t Bits __attribute__((vector_size(64)));

// The polynomial of these coefficients, highest power first.
template <std::size_t count>
SONDE_AMX inline __m512 polynomial(__m512 x, const float (&coefficients)[count]) {
  __m512 sum = all(coefficients[0]);
  for (std::size_t i = 1; i < count; ++i) sum = _mm512_fmadd_ps(sum, x, all(coefficients[i]));
  return sum;
}

// x * Phi(x) = x / 2 * (1 + erf(x / sqrt(2))), where the erf is x times a quotient of polynomials
// of x * x, fitted for this: within 2.5e-7 of the larger of 1 and |x|.
SONDE_AMX inline __m512 gelu(__m512 x) {
  const __m512 z = _mm512_range_ps(x, all(5.55F), 2);  // no farther from 0 than this
  const __m512 square = _mm512_mul_ps(z, z);
  const __m512 above = polynomial(square, {4.488580187e-08F, 1.270543599e-05F, 3.425442511e-04F,
                                           9.383610329e-03F, 6.821795673e-02F, 7.978844568e-01F});
  const __m512 below = polynomial(square, {1.188619947e-06F, 7.434818558e-05F, 1.898322895e-03F,
                                           2.878957720e-02F, 2.521643499e-01F, 1.0F});
  __m512 inverse = _mm512_rcp14_ps(below);
  inverse = _mm512_mul_ps(inverse, _mm512_fnmadd_ps(below, inverse, all(2)));  // Newton's step
  const __m512 erf = _mm512_mul_ps(_mm512_mul_ps(z, above), inverse);
  const __m512 half = _mm512_mul_ps(x, all(0.5F));
  return _mm512_fmadd_ps(half, erf, half);
}

// The same for bf16, which rounds by up to 2e-3 of a number: max(x, 0) - |x| * Phi(-|x|), where the
// last is the eighth power of a polynomial's inverse, fitted for this: within 1.1e-3 of the result,
// or 2e-7.
SONDE_AMX inline __m512 gelu_for_bf16(__m512 x) {
  const __m512 size = _mm512_abs_ps(x);
  const __m512 root =
      polynomial(size, {2.619871104e-04F, -1.574569932e-03F, 6.973656841e-03F, -5.353730085e-05F,
                        5.563928556e-02F, 1.069780669e-01F, 1.090582347e+00F});
  __m512 tail = _mm512_rcp14_ps(root);
  for (int squared = 0; squared < 3; ++squared) tail = _mm512_mul_ps(tail, tail);
  return _mm512_fnmadd_ps(size, tail, _mm512_max_ps(all(0), x));
}

// x * (1 + tanh(y)) / 2 = x / (1 + e^-2y)
SONDE_AMX inline __m512 gelu_tanh(__m512 x) {
  const __m512 cube = _mm512_mul_ps(_mm512_mul_ps(x, x), x);
  const __m512 twice = _mm512_fmadd_ps(cube, all(0.071354816F), _mm512_mul_ps(x, all(1.5957691F)));
  __m512 power = _mm512_sub_ps(all(0), _mm512_abs_ps(twice));
  exponential<__m512, Bits>(power);
  const __mmask16 above = _mm512_cmp_ps_mask(x, all(0), _CMP_GE_OQ);
  const __m512 share =
      _mm512_div_ps(_mm512_mask_mov_ps(power, above, all(1)), _mm512_add_ps(all(1), power));
  return _mm512_mul_ps(x, share);
}

// To be cut into so many parts.
SONDE_AMX inline __m512 activated(__m512 x, Activation activation, std::size_t parts) {
  switch (activation) {
    case Activation::kGelu:
      return parts == 1 ? gelu_for_bf16(x) : gelu(x);
    case Activation::kGeluTanh:
      return gelu_tanh(x);
    case Activation::kRelu:
      return _mm512_max_ps(all(0), x);
  }
  return x;
}

// Sums of up to 32 rows and 32 outputs on their way to where they are wanted, row after row.
struct Finishing {
  const float* sums = nullptr;
  const float* bias = nullptr;  // 32
  std::size_t row = 0, rows = 0;
  float* out = nullptr;  // rows `stride` apart, the first `wide` outputs of each
  std::size_t stride = 0, wide = 0;
  std::uint8_t* tiles = nullptr;  // or, activated, a step of packed rows
  std::size_t parts = 0;
  Activation activation = Activation::kGelu;

  // Once for all the places of a turn, whose code would not be small.
  SONDE_AMX [[gnu::noinline]] void some(std::size_t count) {
    for (const std::size_t end = std::min(rows, row + count); row < end; ++row) {
      const __m512 low = biased(0), high = biased(16);
      if (out == nullptr) {
        store_parts(activated(low, activation, parts), activated(high, activation, parts), parts,
                    tiles + row / 16 * kTile + row % 16 * 64);
      } else {
        const std::uint32_t mask = wide < 32 ? (1U << wide) - 1 : ~0U;
        _mm512_mask_storeu_ps(out + row * stride, static_cast<__mmask16>(mask), low);
        _mm512_mask_storeu_ps(out + row * stride + 16, static_cast<__mmask16>(mask >> 16), high);
      }
    }
  }

 private:
  SONDE_AMX inline __m512 biased(std::size_t column) const {
    const __m512 sum = _mm512_load_ps(sums + row * 32 + column);
    return _mm512_add_ps(sum, _mm512_loadu_ps(bias + column));
  }
};

// After some .7 us without a product of vectors their unit sleeps, and storing tiles, which needs
// it, waits .2 us for it (measured on Granite Rapids; a block of sums takes 1.3 us).
SONDE_AMX inline void stay_awake() {
  __m512 zero = all(0);
  asm volatile("vfmadd231ps %0, %0, %0" : "+v"(zero));
}

// What the processor does while the tiles multiply, a turn at a time.
struct Beside {
  Finishing finishing;  // of the sums before
  std::size_t rows_a_turn = 0;
  // Weights that are wanted next, for the second cache; it may come to lie behind their end.
  const std::uint8_t* ahead = nullptr;
  std::size_t lines_a_turn = 0;

  SONDE_AMX inline void turn() {
    stay_awake();
    finishing.some(rows_a_turn);
    for (std::size_t i = 0; i < lines_a_turn; ++i, ahead += 64) _mm_prefetch(ahead, _MM_HINT_T1);
  }
};

// Tiles 0 to 3 hold 32 x 32 sums, 4 and 5 a part of 32 rows, 6 and 7 one of 32 outputs.
// Rows pass by, and leave the first cache to outputs.
SONDE_AMX inline void load_rows(const std::uint8_t* tiles) {
  _tile_stream_loadd(4, tiles, 64);
  _tile_stream_loadd(5, tiles + kTile, 64);
}
SONDE_AMX inline void load_outputs(const std::uint8_t* tiles) {
  _tile_loadd(6, tiles, 64);
  _tile_loadd(7, tiles + kTile, 64);
}
SONDE_AMX inline void multiply(Beside& beside) {
  _tile_dpbf16ps(0, 4, 6);
  _tile_dpbf16ps(1, 4, 7);
  _tile_dpbf16ps(2, 5, 6);
  _tile_dpbf16ps(3, 5, 7);
  beside.turn();
}

// Of a step, by the parts of its weights, where the rows have three.
inline constexpr std::size_t kProducts[] = {0, 3, 5, 6};

// The products of a step of 32 numbers, cut into so many parts: those that a float could tell, in
// an order that needs few loads, the largest last. Parts of (row, weight): (2, 0), (1, 0), (1, 1),
// (0, 1), (0, 2), (0, 0).
template <std::size_t kRowParts>
SONDE_AMX inline void multiply_step(const std::uint8_t* rows, const std::uint8_t* outputs,
                                    std::size_t parts, Beside& beside) {
  load_rows(rows + (kRowParts - 1) * kPart);
  load_outputs(outputs);
  if constexpr (kRowParts == 3) {
    multiply(beside);
    load_rows(rows + kPart);
    multiply(beside);
    if (parts > 1) {
      load_outputs(outputs + kPart);
      multiply(beside);
    }
    load_rows(rows);
    if (parts > 1) {
      multiply(beside);
      if (parts > 2) {
        load_outputs(outputs + 2 * kPart);
        multiply(beside);
      }
      load_outputs(outputs);
    }
  }
  multiply(beside);
}

// Adds the products of some steps to sums of 32 rows and 32 outputs, or to zeros.
template <std::size_t kRowParts>
SONDE_AMX inline void add_products(const std::uint8_t* rows, const std::uint8_t* outputs,
                                   std::size_t parts, std::size_t steps, bool to_zeros, float* sums,
                                   Beside& beside) {
  written();
  if (to_zeros) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  } else {
    _tile_loadd(0, sums, 128);
    _tile_loadd(1, sums + 16, 128);
    _tile_loadd(2, sums + 16 * 32, 128);
    _tile_loadd(3, sums + 16 * 32 + 16, 128);
  }
  for (std::size_t s = 0; s < steps; ++s) {
    multiply_step<kRowParts>(rows + s * kRowParts * kPart, outputs + s * parts * kPart, parts,
                             beside);
  }
  _tile_stored(0, sums, 128);
  _tile_stored(1, sums + 16, 128);
  _tile_stored(2, sums + 16 * 32, 128);
  _tile_stored(3, sums + 16 * 32 + 16, 128);
}

}  // namespace sonde::amx
