#include "engine/amx_dense.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/threads.h"
#include "engine/cpu.h"
#include "engine/exponential.h"

namespace sonde {

namespace {

AlignedBytes bytes(std::size_t size) {
  return AlignedBytes(static_cast<std::uint8_t*>(::operator new[](size, std::align_val_t(64))));
}

}  // namespace

void FreeAligned::operator()(std::uint8_t* bytes) const {
  ::operator delete[](bytes, std::align_val_t(64));
}

#if defined(__x86_64__)
namespace {

#define SONDE_AMX [[gnu::target("amx-tile,amx-bf16,avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")]]

constexpr std::size_t kTile = 1024;  // bytes: 16 rows of 64
constexpr std::size_t kParts = 3;    // of bf16, whose sum a number is
constexpr std::size_t kPart = 2 * kTile;
constexpr std::size_t kStep = kParts * kPart;  // 32 numbers of 32 rows: [part][half of the rows]
constexpr std::size_t kSums = 32 * 32;

// Measured on Granite Rapids, 48 KiB and 2 MiB of cache a core.
constexpr std::size_t kChunk = 4;    // steps whose weights stay in the first cache
constexpr std::size_t kDepth = 12;   // steps whose rows stay in the second ...
constexpr std::size_t kGroups = 10;  // ... so many groups of 32

struct alignas(64) TileShapes {
  std::uint8_t palette = 1;
  std::uint8_t start = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {};
  std::uint8_t rows[16] = {};

  TileShapes() {
    std::fill_n(row_bytes, 8, std::uint16_t{64});
    std::fill_n(rows, 8, std::uint8_t{16});
  }
};

SONDE_AMX inline __m512 all(float value) { return _mm512_set1_ps(value); }

SONDE_AMX inline __m512 floats(__m256i bf16) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bf16), 16));
}

// The next part of 32 numbers: what bf16 keeps of them, taken from them.
SONDE_AMX inline __m512i take_part(__m512& low, __m512& high) {
  const auto part = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low));
  low = _mm512_sub_ps(low, floats(_mm512_castsi512_si256(part)));
  high = _mm512_sub_ps(high, floats(_mm512_extracti64x4_epi64(part, 1)));
  return part;
}

// Up to 16 rows of numbers, `stride` apart, to the tiles of half of the rows of each step. Zeros
// beyond the rows and columns.
SONDE_AMX void pack_rows(const float* in, std::size_t rows, std::size_t stride, std::size_t columns,
                         std::size_t parts, std::uint8_t* tiles) {
  for (std::size_t first = 0; first < columns; first += 32, tiles += parts * kPart) {
    const std::size_t wide = std::min<std::size_t>(32, columns - first);
    const auto inside = static_cast<std::uint32_t>((1ULL << wide) - 1);
    for (std::size_t row = 0; row < 16; ++row) {
      const std::uint32_t mask = row < rows ? inside : 0;
      const float* const from = in + row * stride + first;
      __m512 low = _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), from);
      __m512 high = _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16), from + 16);
      std::uint8_t* to = tiles + row * 64;
      for (std::size_t part = 0; part < parts; ++part, to += kPart) {
        _mm512_store_si512(to, take_part(low, high));
      }
    }
  }
}

// How many parts of bf16 these numbers have: 1 where they are bf16, 2 where they are f16.
std::size_t parts_of(std::span<const float> numbers) {
  std::uint32_t used = 0;
  for (const float one : numbers) used |= std::bit_cast<std::uint32_t>(one);
  if ((used & 0xFFFFU) == 0) return 1;
  return (used & 0xFFU) == 0 ? 2 : kParts;
}

void transpose(std::uint8_t* tile) {
  std::uint32_t cells[16][16];
  std::memcpy(cells, tile, kTile);
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < i; ++j) std::swap(cells[i][j], cells[j][i]);
  }
  std::memcpy(tile, cells, kTile);
}

// Tiles 0 to 3 hold 32 x 32 sums, 4 and 5 a part of 32 rows, 6 and 7 one of 32 outputs.
SONDE_AMX inline void load_rows(const std::uint8_t* tiles) {
  _tile_loadd(4, tiles, 64);
  _tile_loadd(5, tiles + kTile, 64);
}
SONDE_AMX inline void load_outputs(const std::uint8_t* tiles) {
  _tile_loadd(6, tiles, 64);
  _tile_loadd(7, tiles + kTile, 64);
}
SONDE_AMX inline void multiply() {
  _tile_dpbf16ps(0, 4, 6);
  _tile_dpbf16ps(1, 4, 7);
  _tile_dpbf16ps(2, 5, 6);
  _tile_dpbf16ps(3, 5, 7);
}

// Adds the products of some steps to sums of 32 rows and 32 outputs, whose weights have so many
// parts. Small products first: they would be lost in large sums.
SONDE_AMX void add_products(const std::uint8_t* rows, const std::uint8_t* outputs,
                            std::size_t parts, std::size_t steps, float* sums) {
  const std::size_t step = parts * kPart;
  _tile_loadd(0, sums, 128);
  _tile_loadd(1, sums + 16, 128);
  _tile_loadd(2, sums + 16 * 32, 128);
  _tile_loadd(3, sums + 16 * 32 + 16, 128);
  for (std::size_t s = 0; s < steps; ++s) {
    const std::uint8_t *a = rows + s * kStep, *b = outputs + s * step;
    load_rows(a + 2 * kPart);
    load_outputs(b);
    multiply();
    load_rows(a + kPart);
    multiply();
    if (parts == 1) continue;
    load_outputs(b + kPart);
    multiply();
    load_rows(a);
    multiply();
    if (parts == 2) continue;
    load_outputs(b + 2 * kPart);
    multiply();
  }
  for (std::size_t s = 0; s < steps; ++s) {
    load_rows(rows + s * kStep);
    load_outputs(outputs + s * step);
    multiply();
  }
  _tile_stored(0, sums, 128);
  _tile_stored(1, sums + 16, 128);
  _tile_stored(2, sums + 16 * 32, 128);
  _tile_stored(3, sums + 16 * 32 + 16, 128);
}

typedef std::uint32_t Bits __attribute__((vector_size(64)));

// x * Phi(x), Phi by Abramowitz and Stegun (1964), 7.1.26: within 1.5e-7.
SONDE_AMX inline __m512 gelu(__m512 x) {
  const __m512 z = _mm512_mul_ps(_mm512_abs_ps(x), all(0.70710678F));
  const __m512 below = _mm512_fmadd_ps(z, all(0.3275911F), all(1));
  __m512 t = _mm512_rcp14_ps(below);
  t = _mm512_mul_ps(t, _mm512_fnmadd_ps(below, t, all(2)));  // Newton's step
  __m512 sum = all(1.061405429F);
  for (const float next : {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) {
    sum = _mm512_fmadd_ps(sum, t, all(next));
  }
  __m512 power = _mm512_mul_ps(_mm512_sub_ps(all(0), z), z);
  exponential<__m512, Bits>(power);
  const __m512 tail = _mm512_mul_ps(_mm512_mul_ps(sum, t), _mm512_mul_ps(power, all(0.5F)));
  const __mmask16 above = _mm512_cmp_ps_mask(x, all(0), _CMP_GE_OQ);
  return _mm512_mul_ps(x, _mm512_mask_sub_ps(tail, above, all(1), tail));
}

}  // namespace

bool AmxDense::supported() { return cpu_class() == "amx_bf16"; }

AmxDense::AmxDense(std::span<const float> matrix, std::vector<float> bias, bool gelu,
                   std::size_t threads)
    : outputs_(bias.size()),
      inputs_(matrix.size() / bias.size()),
      gelu_(gelu),
      parts_(parts_of(matrix)),
      bias_(std::move(bias)),
      weights_(bytes(panels() * steps() * parts_ * kPart)) {
  bias_.resize(panels() * 32);
  parallel_for(panels() * 2, 8, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t half = first; half < last; ++half) pack_outputs(matrix, half);
  });
}

void AmxDense::pack_outputs(std::span<const float> matrix, std::size_t half) {
  const std::size_t row = std::min(half * 16, outputs_);
  std::uint8_t* const to = weights_.get() + half / 2 * steps() * parts_ * kPart + half % 2 * kTile;
  pack_rows(matrix.data() + row * inputs_, std::min<std::size_t>(16, outputs_ - row), inputs_,
            inputs_, parts_, to);
  for (std::size_t i = 0; i < steps() * parts_; ++i) transpose(to + i * kPart);
}

namespace {

// Up to kGroups groups of 32 rows, and kDepth steps of their inputs at a time: what is packed of
// them stays in the second cache.
class Block {
 public:
  Block(std::size_t rows, std::size_t steps, std::size_t panels)
      : groups_(std::min(kGroups, groups_of(rows))),
        depth_(std::min(kDepth, steps)),
        kept_(depth_ < steps ? panels : 1),
        packed_(bytes(groups_ * depth_ * kStep)),
        sums_(bytes(kept_ * groups_ * kSums * sizeof(float))) {}

  std::size_t most_rows() const { return groups_ * 32; }
  std::size_t depth() const { return depth_; }

  // Rows that fill no tile leave the rest as it was: each row has sums of its own.
  SONDE_AMX void pack(const float* in, std::size_t rows, std::size_t stride, std::size_t columns) {
    rows_ = rows;
    for (std::size_t row = 0; row < rows; row += 16) {
      pack_rows(in + row * stride, std::min<std::size_t>(16, rows - row), stride, columns, kParts,
                packed_.get() + row / 32 * depth_ * kStep + row % 32 / 16 * kTile);
    }
  }

  void begin(std::size_t panel, const float* bias) {
    for (std::size_t row = 0; row < rows_; ++row) std::copy_n(bias, 32, sums(panel) + row * 32);
  }

  SONDE_AMX void add(std::size_t panel, const std::uint8_t* weights, std::size_t parts,
                     std::size_t steps) {
    for (std::size_t first = 0; first < steps; first += kChunk) {
      for (std::size_t group = 0; group < groups_of(rows_); ++group) {
        add_products(packed_.get() + (group * depth_ + first) * kStep,
                     weights + first * parts * kPart, parts, std::min(kChunk, steps - first),
                     sums(panel) + group * kSums);
      }
    }
  }

  SONDE_AMX void finish(std::size_t panel, std::size_t columns, bool with_gelu, float* out) {
    for (std::size_t column = 0; column < 32 && panel * 32 + column < columns; column += 16) {
      const std::size_t wide = std::min<std::size_t>(16, columns - panel * 32 - column);
      const auto mask = static_cast<__mmask16>((1U << wide) - 1);
      for (std::size_t row = 0; row < rows_; ++row) {
        __m512 x = _mm512_load_ps(sums(panel) + row * 32 + column);
        if (with_gelu) x = gelu(x);
        _mm512_mask_storeu_ps(out + row * columns + panel * 32 + column, mask, x);
      }
    }
  }

 private:
  static std::size_t groups_of(std::size_t rows) { return (rows + 31) / 32; }
  float* sums(std::size_t panel) const {
    return reinterpret_cast<float*>(sums_.get()) + panel % kept_ * groups_ * kSums;
  }

  std::size_t rows_ = 0;
  std::size_t groups_, depth_, kept_;
  AlignedBytes packed_, sums_;
};

}  // namespace

SONDE_AMX void AmxDense::run(const float* in, std::size_t rows, float* out) const {
  Block block(rows, steps(), panels());
  const TileShapes shapes;
  _tile_loadconfig(&shapes);
  for (std::size_t first = 0; first < rows; first += block.most_rows()) {
    for (std::size_t step = 0; step < steps(); step += block.depth()) {
      const std::size_t end = std::min(steps(), step + block.depth());
      block.pack(in + first * inputs_ + step * 32, std::min(block.most_rows(), rows - first),
                 inputs_, std::min(inputs_, end * 32) - step * 32);
      for (std::size_t panel = 0; panel < panels(); ++panel) {
        if (step == 0) block.begin(panel, bias_.data() + panel * 32);
        block.add(panel, weights_.get() + (panel * steps() + step) * parts_ * kPart, parts_,
                  end - step);
        if (end == steps()) block.finish(panel, outputs_, gelu_, out + first * outputs_);
      }
    }
  }
  _tile_release();
}
#else
bool AmxDense::supported() { return false; }
AmxDense::AmxDense(std::span<const float> matrix, std::vector<float> bias, bool gelu, std::size_t)
    : outputs_(bias.size()),
      inputs_(matrix.size() / bias.size()),
      gelu_(gelu),
      bias_(std::move(bias)) {}
void AmxDense::pack_outputs(std::span<const float>, std::size_t) {}
void AmxDense::run(const float*, std::size_t, float*) const {}
#endif

}  // namespace sonde
