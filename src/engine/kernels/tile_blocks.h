#pragma once

// A dense layer by the operations on tiles whose header comes before this one.

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "engine/kernels/tile_dense.h"
#include "engine/kernels/tile_products.h"

namespace sonde::tiles {

struct FreeAligned {
  void operator()(std::uint8_t* bytes) const { ::operator delete[](bytes, std::align_val_t(64)); }
};
using AlignedBytes = std::unique_ptr<std::uint8_t[], FreeAligned>;

inline AlignedBytes aligned_bytes(std::size_t size) {
  return AlignedBytes(static_cast<std::uint8_t*>(::operator new[](size, std::align_val_t(64))));
}

// Measured on Granite Rapids, 2 MiB of second cache a core.
inline constexpr std::size_t kCache = 1200U << 10U;  // bytes for packed rows and stored sums
inline constexpr std::size_t kMostGroups = 10;       // each 32 rows
inline constexpr std::size_t kChunk = 12;  // panels of an up-projection multiplied at once

// How many parts of bf16 these numbers have: 1 if they are bf16, 2 if they are f16.
inline std::size_t parts_of(std::span<const float> numbers) {
  std::uint32_t used = 0;
  for (const float one : numbers) used |= std::bit_cast<std::uint32_t>(one);
  if ((used & 0xFFFFU) == 0) return 1;
  return (used & 0xFFU) == 0 ? 2 : 3;
}

inline void transpose(std::uint8_t* tile) {
  std::uint32_t cells[16][16];
  std::memcpy(cells, tile, kTile);
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < i; ++j) std::swap(cells[i][j], cells[j][i]);
  }
  std::memcpy(tile, cells, kTile);
}

inline std::size_t up(std::size_t count, std::size_t by) { return (count + by - 1) / by; }
inline std::size_t groups_of(std::size_t rows) { return up(rows, 32); }

// Groups per block, for about equal blocks whose groups, of `bytes` each, fit.
inline std::size_t groups_at_once(std::size_t rows, std::size_t bytes) {
  const std::size_t most = std::clamp<std::size_t>(kCache / bytes, 1, kMostGroups);
  return up(groups_of(rows), up(groups_of(rows), most));
}

// Groups of 32 rows, cut into parts: [group][step of 32 columns][part][half of the rows].
template <class Ops, std::size_t kRowParts>
class PackedRows {
 public:
  static constexpr std::size_t kStep = kRowParts * kPart;

  PackedRows(std::size_t groups, std::size_t steps)
      : steps_(steps), bytes_(aligned_bytes(groups * steps * kStep)) {}

  std::uint8_t* at(std::size_t group, std::size_t step) const {
    return bytes_.get() + (group * steps_ + step) * kStep;
  }

  // A half of a group that has no rows stays as it was: a row's sums depend on it alone.
  SONDE_TILES void pack(const float* in, std::size_t rows, std::size_t columns) {
    for (std::size_t row = 0; row < rows; row += 16) {
      pack_rows<Ops>(in + row * columns, std::min<std::size_t>(16, rows - row), columns, kRowParts,
                     at(row / 32, 0) + row % 32 / 16 * kTile);
    }
  }

 private:
  std::size_t steps_;
  AlignedBytes bytes_;
};

// The weights of a layer: [panel of 32 outputs][step of 32 inputs][part][half]: tiles.
template <class Ops>
class PackedWeights {
 public:
  PackedWeights(const DenseWeights& weights, Precision precision, std::size_t threads)
      : outputs_(weights.bias.size()),
        inputs_(weights.matrix.size() / weights.bias.size()),
        parts_(precision == Precision::kBF16 ? 1 : parts_of(weights.matrix)),
        bias_(weights.bias.begin(), weights.bias.end()),
        tiles_(aligned_bytes(panels() * steps() * parts_ * kPart)) {
    bias_.resize(panels() * 32);
    parallel_for(panels() * 2, 8, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t half = first; half < last; ++half) pack_outputs(weights.matrix, half);
    });
  }

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return outputs_; }
  std::size_t parts() const { return parts_; }
  std::size_t steps() const { return up(inputs_, 32); }
  std::size_t panels() const { return up(outputs_, 32); }
  const float* bias(std::size_t panel) const { return bias_.data() + panel * 32; }
  const std::uint8_t* tiles(std::size_t panel, std::size_t step) const {
    return tiles_.get() + (panel * steps() + step) * parts_ * kPart;
  }

 private:
  // 16 outputs, a half of a panel.
  void pack_outputs(std::span<const float> matrix, std::size_t half) {
    const std::size_t row = std::min(half * 16, outputs_);
    std::uint8_t* const to = tiles_.get() + half / 2 * steps() * parts_ * kPart + half % 2 * kTile;
    pack_rows<Ops>(matrix.data() + row * inputs_, std::min<std::size_t>(16, outputs_ - row),
                   inputs_, parts_, to);
    for (std::size_t i = 0; i < steps() * parts_; ++i) transpose(to + i * kPart);
  }

  std::size_t outputs_;
  std::size_t inputs_;
  std::size_t parts_;        // bf16 parts per weight
  std::vector<float> bias_;  // zeros to whole panels
  AlignedBytes tiles_;
};

// Multiplies blocks of rows that fit the second cache, and finishes each sum during the next.
template <class Ops, std::size_t kRowParts>
class Blocks {
 public:
  using Weights = PackedWeights<Ops>;

  SONDE_TILES Blocks() { ops_.configure(); }
  SONDE_TILES ~Blocks() { ops_.release(); }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  void run(const Weights& dense, const float* in, std::size_t rows, float* out) {
    const std::size_t steps = dense.steps(), panels = dense.panels();
    const std::size_t groups = groups_at_once(rows, steps * Rows::kStep);
    Rows packed(groups, steps);
    for (std::size_t first = 0; first < rows; first += groups * 32) {
      const std::size_t count = std::min(groups * 32, rows - first);
      packed.pack(in + first * dense.inputs(), count, dense.inputs());
      for (std::size_t panel = 0; panel < panels; ++panel) {
        const auto then = [&](std::size_t group) {
          finish_next(dense, panel, group, count);
          to_rows(dense, panel, group, out + first * dense.outputs());
        };
        multiply(packed, count, {dense.tiles(panel, 0), dense.parts(), steps},
                 dense.tiles((panel + 1) % panels, 0), {}, then);
      }
      finish();
    }
  }

  void feed_forward(const Weights& first_layer, Activation activation, const Weights& second_layer,
                    const float* in, std::size_t rows, float* out) {
    const std::size_t all = first_layer.panels(), chunk = std::min(kChunk, all);
    const std::size_t kept = second_layer.panels() * kSums * sizeof(float);
    const std::size_t groups =
        groups_at_once(rows, (first_layer.steps() + chunk) * Rows::kStep + kept);
    Rows packed(groups, first_layer.steps()), between(groups, chunk);
    const AlignedBytes sums = aligned_bytes(groups * kept);
    for (std::size_t first = 0; first < rows; first += groups * 32) {
      const std::size_t count = std::min(groups * 32, rows - first);
      packed.pack(in + first * first_layer.inputs(), count, first_layer.inputs());
      for (std::size_t done = 0; done < all; done += chunk) {
        const Chunk now{done, std::min(chunk, all - done), all};
        project_up(first_layer, activation, now, packed, count, second_layer.tiles(0, done),
                   between);
        project_down(second_layer, now, between, count, first_layer.tiles(now.next(), 0),
                     reinterpret_cast<float*>(sums.get()), out + first * second_layer.outputs());
      }
    }
  }

 private:
  using Rows = PackedRows<Ops, kRowParts>;

  // Some steps of 32 outputs' weights.
  struct Panel {
    const std::uint8_t* tiles;
    std::size_t parts, steps;
  };

  // Panels of the first layer, which are steps of the second.
  struct Chunk {
    std::size_t first, count, all;
    std::size_t next() const { return (first + count) % all; }
  };

  void project_up(const Weights& dense, Activation activation, const Chunk& chunk, const Rows& in,
                  std::size_t count, const std::uint8_t* ahead, const Rows& out) {
    for (std::size_t i = 0; i < chunk.count; ++i) {
      const std::size_t panel = chunk.first + i;
      const auto then = [&](std::size_t group) {
        finish_next(dense, panel, group, count);
        to_tiles(activation, out.at(group, i));
      };
      multiply(in, count, {dense.tiles(panel, 0), dense.parts(), dense.steps()},
               i + 1 < chunk.count ? dense.tiles(panel + 1, 0) : ahead, {}, then);
    }
    finish();
  }

  // Sums: [panel][group]. With the last chunk their totals go to `out`.
  void project_down(const Weights& dense, const Chunk& chunk, const Rows& in, std::size_t count,
                    const std::uint8_t* ahead, float* sums, float* out) {
    const std::size_t panels = dense.panels();
    for (std::size_t panel = 0; panel < panels; ++panel, sums += groups_of(count) * kSums) {
      const auto then = [&](std::size_t group) {
        if (chunk.next() != 0) return;
        finish_next(dense, panel, group, count);
        to_rows(dense, panel, group, out);
      };
      multiply(in, count, {dense.tiles(panel, chunk.first), dense.parts(), chunk.count},
               panel + 1 < panels ? dense.tiles(panel + 1, chunk.first) : ahead,
               {sums, chunk.first == 0}, then);
    }
    finish();
  }

  // A panel's sums, 32 x 32 per group: stored, or, without, passing ones that begin at zero.
  struct Sums {
    float* kept = nullptr;
    bool fresh = true;
  };

  // The sums of 32 outputs for each group. `ahead`: the weights that are wanted next. `then`: takes
  // a group's sums.
  template <class Then>
  SONDE_TILES void multiply(const Rows& rows, std::size_t count, const Panel& panel,
                            const std::uint8_t* ahead, Sums sums, const Then& then) {
    const std::size_t groups = groups_of(count), turns = panel.steps * turns_of(panel.parts);
    beside_.ahead = ahead;
    beside_.rows_a_turn = up(32, turns);
    beside_.lines_a_turn = up(panel.steps * panel.parts * kPart / 64, groups * turns);
    for (std::size_t group = 0; group < groups; ++group) {
      float* const own = sums.kept == nullptr ? passing_[passed_++ % 2] : sums.kept + group * kSums;
      add_products<kRowParts>(ops_, rows.at(group, 0), panel.tiles, panel.parts, panel.steps,
                              sums.fresh, own, beside_);
      then(group);
      beside_.finishing.sums = own;
    }
  }

  static std::size_t turns_of(std::size_t parts) { return kRowParts == 1 ? 1 : kProducts[parts]; }

  void finish() {
    beside_.finishing.some(32);
    beside_.finishing.rows = 0;
  }

  // The sums of this panel and group are finished next, of a block of `count` rows.
  void finish_next(const Weights& dense, std::size_t panel, std::size_t group, std::size_t count) {
    beside_.finishing.bias = dense.bias(panel);
    beside_.finishing.row = 0;
    beside_.finishing.rows = std::min<std::size_t>(32, count - group * 32);
  }

  void to_rows(const Weights& dense, std::size_t panel, std::size_t group, float* out) {
    beside_.finishing.out = out + group * 32 * dense.outputs() + panel * 32;
    beside_.finishing.stride = dense.outputs();
    beside_.finishing.wide = dense.outputs() - panel * 32;
  }

  void to_tiles(Activation activation, std::uint8_t* tiles) {
    beside_.finishing.out = nullptr;
    beside_.finishing.tiles = tiles;
    beside_.finishing.parts = kRowParts;
    beside_.finishing.activation = activation;
  }

  alignas(64) float passing_[2][kSums];
  std::size_t passed_ = 0;
  Ops ops_;
  Beside<Ops> beside_;
};

template <class Ops>
class DenseOnTiles : public TileDense {
 public:
  DenseOnTiles(const DenseWeights& weights, Precision precision, std::size_t threads)
      : precision_(precision), weights_(weights, precision, threads) {}

  std::size_t outputs() const override { return weights_.outputs(); }

  void run(const float* in, std::size_t rows, float* out) const override {
    if (rows == 0) return;
    if (precision_ == Precision::kBF16) return Blocks<Ops, 1>().run(weights_, in, rows, out);
    Blocks<Ops, 3>().run(weights_, in, rows, out);
  }

  void feed_forward(Activation activation, const TileDense& down, const float* in, std::size_t rows,
                    float* out) const override {
    if (rows == 0) return;
    const auto& second = static_cast<const DenseOnTiles&>(down).weights_;
    if (precision_ == Precision::kBF16) {
      return Blocks<Ops, 1>().feed_forward(weights_, activation, second, in, rows, out);
    }
    Blocks<Ops, 3>().feed_forward(weights_, activation, second, in, rows, out);
  }

 private:
  Precision precision_;
  PackedWeights<Ops> weights_;
};

}  // namespace sonde::tiles
