#include "engine/kernels/attention.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "engine/kernels/exponential.h"

namespace sonde {
namespace {

struct Largest {
  float operator()(float a, float b) const { return a > b ? a : b; }
};

#define SONDE_INLINE [[gnu::always_inline]] static inline

template <std::size_t lanes>
struct Vector {
  typedef float Floats __attribute__((vector_size(lanes * sizeof(float))));
  typedef std::uint32_t Bits __attribute__((vector_size(lanes * sizeof(float))));
};

// The computation in a register of so many floats. Sentences are short, so that a head's products
// are small: a library call per product costs more than the product.
template <std::size_t lanes, std::size_t registers>
struct Kernel {
  using Floats = typename Vector<lanes>::Floats;
  using Bits = typename Vector<lanes>::Bits;

  // A product is computed in blocks of so many rows and at most so many registers a row.
  static constexpr std::size_t kRows = 6;
  static constexpr std::size_t kWidest = registers / 8;

  SONDE_INLINE void load(const float* from, Floats& to) { std::memcpy(&to, from, sizeof to); }
  SONDE_INLINE void store(const Floats& from, float* to) { std::memcpy(to, &from, sizeof from); }

  static constexpr std::size_t padded(std::size_t size) {
    return (size + lanes - 1) / lanes * lanes;
  }

  using Rows = std::array<const float*, kRows>;

  // A right-hand side: panels of kWidest registers of columns, each row after row, zeros after the
  // last column.
  template <class At>
  SONDE_INLINE void pack(std::size_t rows, std::size_t columns, const At& at, float* packed) {
    for (std::size_t first = 0; first < columns; first += kWidest * lanes) {
      const std::size_t wide = std::min(kWidest * lanes, padded(columns - first));
      const std::size_t filled = std::min(wide, columns - first);
      for (std::size_t row = 0; row < rows; ++row, packed += wide) {
        for (std::size_t i = 0; i < filled; ++i) packed[i] = at(row, first + i);
        for (std::size_t i = filled; i < wide; ++i) packed[i] = 0;
      }
    }
  }

  // Lane i of both, if bit `half` of i is not set. Otherwise the lanes `half` before, of b.
  template <std::size_t half, std::size_t... i>
  SONDE_INLINE void exchange(Floats& a, Floats& b, std::index_sequence<i...>) {
    const Floats low = __builtin_shufflevector(a, b, ((i & half) == 0 ? i : lanes + i - half)...);
    b = __builtin_shufflevector(a, b, ((i & half) == 0 ? i + half : lanes + i)...);
    a = low;
  }

  template <std::size_t half>
  SONDE_INLINE void transpose(Floats* rows) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < lanes; ++i) {
      if ((i & half) == 0) {
        exchange<half>(rows[i], rows[i + half], std::make_index_sequence<lanes>());
      }
    }
    if constexpr (half > 1) transpose<half / 2>(rows);
  }

  SONDE_INLINE void pack_columns(const float* keys, const AttentionShape& shape, float* packed) {
    const std::size_t stride = shape.stride, width = shape.width, length = shape.length;
    if (width % lanes > 0) {
      pack(
          width, length,
          [=](std::size_t i, std::size_t token)
              __attribute__((always_inline)) { return keys[token * stride + i]; },
          packed);
      return;
    }
    for (std::size_t token = 0; token < length; token += lanes) {
      const std::size_t first = token / (kWidest * lanes) * (kWidest * lanes);
      const std::size_t wide = std::min(kWidest * lanes, padded(length - first));
      for (std::size_t i = 0; i < width; i += lanes) {
        Floats rows[lanes] = {};
#pragma GCC unroll 16
        for (std::size_t t = 0; t < lanes; ++t) {
          if (token + t < length) load(keys + (token + t) * stride + i, rows[t]);
        }
        transpose<lanes / 2>(rows);
        float* const to = packed + first * width + i * wide + token - first;
#pragma GCC unroll 16
        for (std::size_t t = 0; t < lanes; ++t) store(rows[t], to + t * wide);
      }
    }
  }

  SONDE_INLINE void pack_rows(const float* values, const AttentionShape& shape, float* packed) {
    const std::size_t stride = shape.stride;
    pack(
        shape.length, shape.width,
        [=](std::size_t token, std::size_t i)
            __attribute__((always_inline)) { return values[token * stride + i]; },
        packed);
  }

  template <std::size_t wide>
  SONDE_INLINE void panel(const Rows& left, const float* packed, std::size_t depth, float* out,
                          std::size_t stride) {
    Floats sums[kRows][wide] = {};
    for (std::size_t k = 0; k < depth; ++k, packed += wide * lanes) {
      Floats right[wide];
#pragma GCC unroll 8
      for (std::size_t c = 0; c < wide; ++c) load(packed + c * lanes, right[c]);
#pragma GCC unroll 8
      for (std::size_t r = 0; r < kRows; ++r) {
        const float factor = left[r][k];
#pragma GCC unroll 8
        for (std::size_t c = 0; c < wide; ++c) sums[r][c] += factor * right[c];
      }
    }
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (std::size_t c = 0; c < wide; ++c) store(sums[r][c], out + r * stride + c * lanes);
    }
  }

  // kRows rows of `depth` with what was packed, `columns` of them.
  SONDE_INLINE void product(const Rows& left, const float* packed, std::size_t depth,
                            std::size_t columns, float* out) {
    const std::size_t stride = padded(columns);
    for (std::size_t first = 0; first < stride; first += kWidest * lanes) {
      const float* right = packed + first * depth;
      switch (std::min(kWidest, (stride - first) / lanes)) {
        case 1:
          panel<1>(left, right, depth, out + first, stride);
          break;
        case 2:
          panel<std::min<std::size_t>(2, kWidest)>(left, right, depth, out + first, stride);
          break;
        case 3:
          panel<std::min<std::size_t>(3, kWidest)>(left, right, depth, out + first, stride);
          break;
        default:
          panel<kWidest>(left, right, depth, out + first, stride);
      }
    }
  }

  template <class Combine>
  SONDE_INLINE float reduced(const Floats& all, const Combine& combine) {
    std::array<float, lanes> values;
    store(all, values.data());
#pragma GCC unroll 8
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
      for (std::size_t i = 0; i < half; ++i) values[i] = combine(values[i], values[i + half]);
    }
    return values[0];
  }

  // A row of products to exponentials of its scores, whose sum is returned.
  SONDE_INLINE float weigh(float* row, const float* bias, float scale, std::size_t length) {
    const std::size_t end = padded(length);
    if (bias != nullptr) {
      for (std::size_t i = 0; i < length; ++i) row[i] = row[i] * scale + bias[i];
      scale = 1;
    }
    const std::size_t last = end - lanes;
    Floats inside, x, most, sums = {};
    for (std::size_t lane = 0; lane < lanes; ++lane) inside[lane] = last + lane < length ? 1 : 0;
    load(row + last, most);
    most = most * inside + (1 - inside) * std::numeric_limits<float>::lowest();
    store(most, row + last);
    for (std::size_t i = 0; i < last; i += lanes) {
      load(row + i, x);
      most = x > most ? x : most;
    }
    const float highest = scale * reduced(most, Largest());
    for (std::size_t i = 0; i < end; i += lanes) {
      load(row + i, x);
      x = x * scale - highest;
      exponential<Floats, Bits>(x);
      if (i == last) x *= inside;
      store(x, row + i);
      sums += x;
    }
    return reduced(sums, std::plus<float>());
  }

  struct Memory {
    std::vector<float> keys, values, scores, sums;

    explicit Memory(const AttentionShape& shape)
        : keys(shape.width * padded(shape.length)),
          values(shape.length * padded(shape.width)),
          scores(kRows * padded(shape.length)),
          sums(kRows * padded(shape.width)) {}
  };

  // Queries `first` to `first` + kRows of one head of one sentence.
  SONDE_INLINE void mix(const AttentionShape& shape, std::size_t first, const float* query,
                        const float* bias, Memory& memory, float* mixed) {
    const std::size_t length = shape.length, width = shape.width;
    const std::size_t rows = std::min(kRows, length - first);
    Rows left;
    for (std::size_t r = 0; r < kRows; ++r) {
      left[r] = query + std::min(first + r, length - 1) * shape.stride;
    }
    product(left, memory.keys.data(), width, length, memory.scores.data());
    std::array<float, kRows> factors{};
    for (std::size_t r = 0; r < kRows; ++r) {
      float* const row = memory.scores.data() + r * padded(length);
      left[r] = row;
      if (r >= rows) continue;
      const float* const added = bias == nullptr ? nullptr : bias + (first + r) * length;
      factors[r] = 1 / weigh(row, added, shape.scale, length);
    }
    product(left, memory.values.data(), length, width, memory.sums.data());
    for (std::size_t r = 0; r < rows; ++r) {
      float* const to = mixed + (first + r) * shape.heads * width;
      const float* const from = memory.sums.data() + r * padded(width);
      for (std::size_t i = 0; i < width; ++i) to[i] = from[i] * factors[r];
    }
  }

  [[gnu::always_inline]] inline void operator()(const AttentionShape& shape, const float* query,
                                                const float* key, const float* value,
                                                const float* bias, float* mixed) const {
    Memory memory(shape);
    for (std::size_t task = 0; task < shape.sentences * shape.heads; ++task) {
      const std::size_t head = task % shape.heads, token = task / shape.heads * shape.length;
      const std::size_t from = token * shape.stride + head * shape.width;
      pack_columns(key + from, shape, memory.keys.data());
      pack_rows(value + from, shape, memory.values.data());
      for (std::size_t first = 0; first < shape.length; first += kRows) {
        mix(shape, first, query + from,
            bias == nullptr ? nullptr : bias + head * shape.length * shape.length, memory,
            mixed + (token * shape.heads + head) * shape.width);
      }
    }
  }
};

}  // namespace

void attend(const AttentionShape& shape, const float* query, const float* key, const float* value,
            const float* bias, float* mixed, CpuClass level) {
  switch (level) {
    case CpuClass::kAvx512:
      return run_avx512(Kernel<16, 32>(), shape, query, key, value, bias, mixed);
    case CpuClass::kAvx2:
      return run_avx2(Kernel<8, 16>(), shape, query, key, value, bias, mixed);
    case CpuClass::kBaseline:
      return run_baseline(Kernel<4, 16>(), shape, query, key, value, bias, mixed);
  }
}

}  // namespace sonde
