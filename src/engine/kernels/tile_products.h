#pragma once

// The operations of dense layers on tiles: tiles of 16 rows of 64 bytes, packed, multiplied and
// finished. Ops: AmxOperations or EmulatedOperations, whose header comes before this one and
// defines which instructions the compiler may use (SONDE_TILES).

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/kernels/tile_activation.h"

namespace sonde::tiles {

inline constexpr std::size_t kTile = 1024;       // bytes: 16 rows of 64
inline constexpr std::size_t kPart = 2 * kTile;  // a bf16 part: 32 numbers of 32 rows
inline constexpr std::size_t kSums = 32 * 32;    // 32 rows and 32 outputs

template <class Ops>
SONDE_TILES inline void store_parts(typename Ops::Floats low, typename Ops::Floats high,
                                    std::size_t parts, std::uint8_t* to) {
  for (std::size_t rest = parts; rest > 1; --rest, to += kPart) {
    const auto part = Ops::part_of(low, high);
    low = Ops::subtract(low, Ops::low_of(part));
    high = Ops::subtract(high, Ops::high_of(part));
    Ops::store(part, to);
  }
  Ops::store(Ops::part_of(low, high), to);
}

// Up to 16 rows of numbers to the tiles of half of the rows of each step. Zeros beyond the rows and
// columns.
template <class Ops>
SONDE_TILES inline void pack_rows(const float* in, std::size_t rows, std::size_t columns,
                                  std::size_t parts, std::uint8_t* tiles) {
  for (std::size_t first = 0; first < columns; first += 32, tiles += parts * kPart) {
    const std::size_t wide = std::min<std::size_t>(32, columns - first);
    const auto inside = static_cast<std::uint32_t>((1ULL << wide) - 1);
    for (std::size_t row = 0; row < 16; ++row) {
      const std::uint32_t mask = row < rows ? inside : 0;
      const float* const from = in + row * columns + first;
      store_parts<Ops>(Ops::load_some(from, mask & 0xFFFFU), Ops::load_some(from + 16, mask >> 16),
                       parts, tiles + row * 64);
    }
  }
}

// Sums of up to 32 rows and 32 outputs on their way to the output, row after row.
template <class Ops>
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
  SONDE_TILES [[gnu::noinline]] void some(std::size_t count) {
    for (const std::size_t end = std::min(rows, row + count); row < end; ++row) {
      const auto low = biased(0), high = biased(16);
      if (out == nullptr) {
        store_parts<Ops>(activated<Ops>(low, activation, parts),
                         activated<Ops>(high, activation, parts), parts,
                         tiles + row / 16 * kTile + row % 16 * 64);
      } else {
        const std::uint32_t mask = wide < 32 ? (1U << wide) - 1 : ~0U;
        Ops::store_some(low, out + row * stride, mask & 0xFFFFU);
        Ops::store_some(high, out + row * stride + 16, mask >> 16);
      }
    }
  }

 private:
  SONDE_TILES inline typename Ops::Floats biased(std::size_t column) const {
    return Ops::add(Ops::load(sums + row * 32 + column), Ops::load(bias + column));
  }
};

// Work of the processor while the tiles multiply, a turn at a time.
template <class Ops>
struct Beside {
  Finishing<Ops> finishing;  // for the previous sums
  std::size_t rows_a_turn = 0;
  // Weights that are wanted next, for the second cache. It may point past their end.
  const std::uint8_t* ahead = nullptr;
  std::size_t lines_a_turn = 0;

  SONDE_TILES inline void turn() {
    Ops::stay_awake();
    finishing.some(rows_a_turn);
    for (std::size_t i = 0; i < lines_a_turn; ++i, ahead += 64) Ops::fetch_soon(ahead);
  }
};

template <class Ops>
SONDE_TILES inline void multiply(Ops& ops, Beside<Ops>& beside) {
  ops.multiply();
  beside.turn();
}

// The number of products of a step, by its weights' parts, if the rows have three.
inline constexpr std::size_t kProducts[] = {0, 3, 5, 6};

// The products of a step of 32 numbers, cut into so many parts: those that affect a float, in an
// order that needs few loads, the largest last. Parts of (row, weight): (2, 0), (1, 0), (1, 1), (0,
// 1), (0, 2), (0, 0).
template <std::size_t kRowParts, class Ops>
SONDE_TILES inline void multiply_step(Ops& ops, const std::uint8_t* rows,
                                      const std::uint8_t* outputs, std::size_t parts,
                                      Beside<Ops>& beside) {
  ops.load_rows(rows + (kRowParts - 1) * kPart);
  ops.load_outputs(outputs);
  if constexpr (kRowParts == 3) {
    multiply(ops, beside);
    ops.load_rows(rows + kPart);
    multiply(ops, beside);
    if (parts > 1) {
      ops.load_outputs(outputs + kPart);
      multiply(ops, beside);
    }
    ops.load_rows(rows);
    if (parts > 1) {
      multiply(ops, beside);
      if (parts > 2) {
        ops.load_outputs(outputs + 2 * kPart);
        multiply(ops, beside);
      }
      ops.load_outputs(outputs);
    }
  }
  multiply(ops, beside);
}

// Adds the products of some steps to sums of 32 rows and 32 outputs, or to zeros.
template <std::size_t kRowParts, class Ops>
SONDE_TILES inline void add_products(Ops& ops, const std::uint8_t* rows,
                                     const std::uint8_t* outputs, std::size_t parts,
                                     std::size_t steps, bool to_zeros, float* sums,
                                     Beside<Ops>& beside) {
  Ops::written();
  if (to_zeros) {
    ops.zero_sums();
  } else {
    ops.load_sums(sums);
  }
  for (std::size_t s = 0; s < steps; ++s) {
    multiply_step<kRowParts>(ops, rows + s * kRowParts * kPart, outputs + s * parts * kPart, parts,
                             beside);
  }
  ops.store_sums(sums);
}

}  // namespace sonde::tiles
