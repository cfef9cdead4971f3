#include "kernels/amx_dense.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "base/cpu.h"
#include "base/threads.h"
#if defined(__x86_64__)
#include "kernels/amx_tiles.h"
#endif

namespace sonde {

void FreeAligned::operator()(std::uint8_t* bytes) const {
  ::operator delete[](bytes, std::align_val_t(64));
}

#if defined(__x86_64__)
using namespace amx;

namespace {

AlignedBytes bytes(std::size_t size) {
  return AlignedBytes(static_cast<std::uint8_t*>(::operator new[](size, std::align_val_t(64))));
}

// Measured on Granite Rapids, 2 MiB of second cache a core.
constexpr std::size_t kCache = 1200U << 10U;  // bytes for packed rows and kept sums
constexpr std::size_t kMostGroups = 10;       // of 32 rows
constexpr std::size_t kChunk = 12;            // panels of a wide layer that are multiplied at once

// How many parts of bf16 these numbers have: 1 where they are bf16, 2 where they are f16.
std::size_t parts_of(std::span<const float> numbers) {
  std::uint32_t used = 0;
  for (const float one : numbers) used |= std::bit_cast<std::uint32_t>(one);
  if ((used & 0xFFFFU) == 0) return 1;
  return (used & 0xFFU) == 0 ? 2 : 3;
}

void transpose(std::uint8_t* tile) {
  std::uint32_t cells[16][16];
  std::memcpy(cells, tile, kTile);
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < i; ++j) std::swap(cells[i][j], cells[j][i]);
  }
  std::memcpy(tile, cells, kTile);
}

std::size_t up(std::size_t count, std::size_t by) { return (count + by - 1) / by; }
std::size_t groups_of(std::size_t rows) { return up(rows, 32); }

// How many groups a block has, where blocks are about equal and their groups, of these bytes, fit.
std::size_t groups_at_once(std::size_t rows, std::size_t bytes) {
  const std::size_t most = std::clamp<std::size_t>(kCache / bytes, 1, kMostGroups);
  return up(groups_of(rows), up(groups_of(rows), most));
}

// Groups of 32 rows, cut into parts: [group][step of 32 columns][part][half of the rows].
template <std::size_t kRowParts>
class PackedRows {
 public:
  static constexpr std::size_t kStep = kRowParts * kPart;

  PackedRows(std::size_t groups, std::size_t steps)
      : steps_(steps), bytes_(bytes(groups * steps * kStep)) {}

  std::uint8_t* at(std::size_t group, std::size_t step) const {
    return bytes_.get() + (group * steps_ + step) * kStep;
  }

  // A half of a group that has no rows stays as it was: a row's sums depend on it alone.
  SONDE_AMX void pack(const float* in, std::size_t rows, std::size_t columns) {
    for (std::size_t row = 0; row < rows; row += 16) {
      pack_rows(in + row * columns, std::min<std::size_t>(16, rows - row), columns, kRowParts,
                at(row / 32, 0) + row % 32 / 16 * kTile);
    }
  }

 private:
  std::size_t steps_;
  AlignedBytes bytes_;
};

}  // namespace

// Multiplies blocks of rows that fit the second cache, and finishes each sum beside the next.
template <std::size_t kRowParts>
class AmxBlocks {
 public:
  SONDE_AMX AmxBlocks() { configure_tiles(); }
  SONDE_AMX ~AmxBlocks() { _tile_release(); }

  void run(const AmxDense& dense, const float* in, std::size_t rows, float* out) {
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
        multiply(packed, count, dense.panel(panel, 0, steps), dense.tiles((panel + 1) % panels, 0),
                 {}, then);
      }
      finish();
    }
  }

  void feed_forward(const AmxDense& wide, Activation activation, const AmxDense& narrow,
                    const float* in, std::size_t rows, float* out) {
    const std::size_t all = wide.panels(), chunk = std::min(kChunk, all);
    const std::size_t kept = narrow.panels() * kSums * sizeof(float);
    const std::size_t groups = groups_at_once(rows, (wide.steps() + chunk) * Rows::kStep + kept);
    Rows packed(groups, wide.steps()), between(groups, chunk);
    const AlignedBytes sums = bytes(groups * kept);
    for (std::size_t first = 0; first < rows; first += groups * 32) {
      const std::size_t count = std::min(groups * 32, rows - first);
      packed.pack(in + first * wide.inputs(), count, wide.inputs());
      for (std::size_t done = 0; done < all; done += chunk) {
        const Chunk now{done, std::min(chunk, all - done), all};
        widen(wide, activation, now, packed, count, narrow.tiles(0, done), between);
        narrow_again(narrow, now, between, count, wide.tiles(now.next(), 0),
                     reinterpret_cast<float*>(sums.get()), out + first * narrow.outputs());
      }
    }
  }

 private:
  using Rows = PackedRows<kRowParts>;

  // Panels of the wide layer, which are steps of the narrow one.
  struct Chunk {
    std::size_t first, count, all;
    std::size_t next() const { return (first + count) % all; }
  };

  void widen(const AmxDense& wide, Activation activation, const Chunk& chunk, const Rows& in,
             std::size_t count, const std::uint8_t* ahead, const Rows& out) {
    for (std::size_t i = 0; i < chunk.count; ++i) {
      const std::size_t panel = chunk.first + i;
      const auto then = [&](std::size_t group) {
        finish_next(wide, panel, group, count);
        to_tiles(activation, out.at(group, i));
      };
      multiply(in, count, wide.panel(panel, 0, wide.steps()),
               i + 1 < chunk.count ? wide.tiles(panel + 1, 0) : ahead, {}, then);
    }
    finish();
  }

  // Sums: [panel][group]; what they come to with the last chunk goes out.
  void narrow_again(const AmxDense& narrow, const Chunk& chunk, const Rows& in, std::size_t count,
                    const std::uint8_t* ahead, float* sums, float* out) {
    const std::size_t panels = narrow.panels();
    for (std::size_t panel = 0; panel < panels; ++panel, sums += groups_of(count) * kSums) {
      const auto then = [&](std::size_t group) {
        if (chunk.next() != 0) return;
        finish_next(narrow, panel, group, count);
        to_rows(narrow, panel, group, out);
      };
      multiply(in, count, narrow.panel(panel, chunk.first, chunk.count),
               panel + 1 < panels ? narrow.tiles(panel + 1, chunk.first) : ahead,
               {sums, chunk.first == 0}, then);
    }
    finish();
  }

  // Of a panel, 32 x 32 a group: kept, or, without, passing ones that begin at zero.
  struct Sums {
    float* kept = nullptr;
    bool fresh = true;
  };

  // The sums of 32 outputs for each group. Ahead: the weights that are wanted next. Then: where a
  // group's sums go.
  template <class Then>
  SONDE_AMX void multiply(const Rows& rows, std::size_t count, const AmxDense::Panel& panel,
                          const std::uint8_t* ahead, Sums sums, const Then& then) {
    const std::size_t groups = groups_of(count), turns = panel.steps * turns_of(panel.parts);
    beside_.ahead = ahead;
    beside_.rows_a_turn = up(32, turns);
    beside_.lines_a_turn = up(panel.steps * panel.parts * kPart / 64, groups * turns);
    for (std::size_t group = 0; group < groups; ++group) {
      float* const own = sums.kept == nullptr ? passing_[passed_++ % 2] : sums.kept + group * kSums;
      add_products<kRowParts>(rows.at(group, 0), panel.tiles, panel.parts, panel.steps, sums.fresh,
                              own, beside_);
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
  void finish_next(const AmxDense& dense, std::size_t panel, std::size_t group, std::size_t count) {
    beside_.finishing.bias = dense.bias_.data() + panel * 32;
    beside_.finishing.row = 0;
    beside_.finishing.rows = std::min<std::size_t>(32, count - group * 32);
  }

  void to_rows(const AmxDense& dense, std::size_t panel, std::size_t group, float* out) {
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
  Beside beside_;
};

bool AmxDense::supported() { return cpu_class() == "amx_bf16"; }

AmxDense::AmxDense(std::span<const float> matrix, std::vector<float> bias, Precision precision,
                   std::size_t threads)
    : outputs_(bias.size()),
      inputs_(matrix.size() / bias.size()),
      precision_(precision),
      parts_(precision == Precision::kBF16 ? 1 : parts_of(matrix)),
      bias_(std::move(bias)),
      weights_(bytes(panels() * steps() * parts_ * kPart)) {
  bias_.resize(panels() * 32);
  parallel_for(panels() * 2, 8, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t half = first; half < last; ++half) pack_outputs(matrix, half);
  });
}

const std::uint8_t* AmxDense::tiles(std::size_t panel, std::size_t step) const {
  return weights_.get() + (panel * steps() + step) * parts_ * kPart;
}

AmxDense::Panel AmxDense::panel(std::size_t panel, std::size_t step, std::size_t steps) const {
  return {tiles(panel, step), parts_, steps};
}

void AmxDense::pack_outputs(std::span<const float> matrix, std::size_t half) {
  const std::size_t row = std::min(half * 16, outputs_);
  std::uint8_t* const to = weights_.get() + half / 2 * steps() * parts_ * kPart + half % 2 * kTile;
  pack_rows(matrix.data() + row * inputs_, std::min<std::size_t>(16, outputs_ - row), inputs_,
            parts_, to);
  for (std::size_t i = 0; i < steps() * parts_; ++i) transpose(to + i * kPart);
}

void AmxDense::run(const float* in, std::size_t rows, float* out) const {
  if (rows == 0) return;
  if (precision_ == Precision::kBF16) return AmxBlocks<1>().run(*this, in, rows, out);
  AmxBlocks<3>().run(*this, in, rows, out);
}

void AmxDense::feed_forward(const AmxDense& wide, Activation activation, const AmxDense& narrow,
                            const float* in, std::size_t rows, float* out) {
  if (rows == 0) return;
  if (wide.precision_ == Precision::kBF16) {
    return AmxBlocks<1>().feed_forward(wide, activation, narrow, in, rows, out);
  }
  AmxBlocks<3>().feed_forward(wide, activation, narrow, in, rows, out);
}
#else
bool AmxDense::supported() { return false; }
AmxDense::AmxDense(std::span<const float> matrix, std::vector<float> bias, Precision precision,
                   std::size_t)
    : outputs_(bias.size()),
      inputs_(matrix.size() / bias.size()),
      precision_(precision),
      bias_(std::move(bias)) {}
void AmxDense::run(const float*, std::size_t, float*) const {}
void AmxDense::feed_forward(const AmxDense&, Activation, const AmxDense&, const float*, std::size_t,
                            float*) {}
#endif

}  // namespace sonde
