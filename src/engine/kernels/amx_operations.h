#pragma once

// AMX's operations on tiles, and those on vectors that surround them, for amx_dense.cpp alone. The
// compiler is allowed these instructions function by function, so that no other code has them.

#ifdef SONDE_TILES
#error "a source has one kind of tiles"
#endif
#define SONDE_TILES \
  [[gnu::target("amx-tile,amx-bf16,avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")]]

#include <immintrin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/kernels/exponential.h"

namespace sonde {

struct alignas(64) AmxTileShapes {
  std::uint8_t palette = 1;
  std::uint8_t start = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {};
  std::uint8_t rows[16] = {};

  constexpr AmxTileShapes() {
    std::fill_n(row_bytes, 8, std::uint16_t{64});
    std::fill_n(rows, 8, std::uint8_t{16});
  }
};

// Eight tiles of 16 rows of 64 bytes.
struct AmxOperations {
  // The compiler doesn't know what tiles read: earlier writes must be complete.
  static void written() { asm volatile("" ::: "memory"); }

  SONDE_TILES static void configure() {
    static constexpr AmxTileShapes kShapes;
    written();
    _tile_loadconfig(&kShapes);
  }
  SONDE_TILES static void release() { _tile_release(); }

  // Tiles 0 to 3 hold the sums of 32 rows and 32 outputs, row after row. 4 and 5 hold a part of 32
  // rows, 6 and 7 one of 32 outputs. The intrinsics take numbers only.
  SONDE_TILES static void zero_sums() {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  SONDE_TILES static void load_sums(const float* sums) {
    _tile_loadd(0, sums, 128);
    _tile_loadd(1, sums + 16, 128);
    _tile_loadd(2, sums + 16 * 32, 128);
    _tile_loadd(3, sums + 16 * 32 + 16, 128);
  }
  SONDE_TILES static void store_sums(float* sums) {
    _tile_stored(0, sums, 128);
    _tile_stored(1, sums + 16, 128);
    _tile_stored(2, sums + 16 * 32, 128);
    _tile_stored(3, sums + 16 * 32 + 16, 128);
  }
  // Rows pass by, and leave the first cache to outputs.
  SONDE_TILES static void load_rows(const std::uint8_t* tiles) {
    _tile_stream_loadd(4, tiles, 64);
    _tile_stream_loadd(5, tiles + 1024, 64);
  }
  SONDE_TILES static void load_outputs(const std::uint8_t* tiles) {
    _tile_loadd(6, tiles, 64);
    _tile_loadd(7, tiles + 1024, 64);
  }
  // Adds the products of the rows and the outputs to the sums.
  SONDE_TILES static void multiply() {
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }

  // After some 0.7 us without a product of vectors their unit sleeps, and storing tiles, which
  // needs it, waits 0.2 us for it (measured on Granite Rapids: a block of sums takes 1.3 us).
  SONDE_TILES static void stay_awake() {
    __m512 zero = all(0);
    asm volatile("vfmadd231ps %0, %0, %0" : "+v"(zero));
  }
  static void fetch_soon(const void* line) { _mm_prefetch(line, _MM_HINT_T1); }

  using Floats = __m512;  // 16
  using Part = __m512i;   // bf16 of 32 numbers

  SONDE_TILES static Floats all(float value) { return _mm512_set1_ps(value); }
  SONDE_TILES static Floats load(const float* from) { return _mm512_loadu_ps(from); }
  // Loads the lanes of the mask's bits. The others are 0, and not read.
  SONDE_TILES static Floats load_some(const float* from, std::uint32_t mask) {
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), from);
  }
  SONDE_TILES static void store_some(const Floats& floats, float* to, std::uint32_t mask) {
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>(mask), floats);
  }

  SONDE_TILES static Part part_of(const Floats& low, const Floats& high) {
    return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low));
  }
  SONDE_TILES static Floats low_of(const Part& part) {
    return floats(_mm512_castsi512_si256(part));
  }
  SONDE_TILES static Floats high_of(const Part& part) {
    return floats(_mm512_extracti64x4_epi64(part, 1));
  }
  SONDE_TILES static void store(const Part& part, std::uint8_t* to) {
    _mm512_store_si512(to, part);
  }

  SONDE_TILES static Floats add(const Floats& a, const Floats& b) { return _mm512_add_ps(a, b); }
  SONDE_TILES static Floats subtract(const Floats& a, const Floats& b) {
    return _mm512_sub_ps(a, b);
  }
  SONDE_TILES static Floats multiply(const Floats& a, const Floats& b) {
    return _mm512_mul_ps(a, b);
  }
  SONDE_TILES static Floats divide(const Floats& a, const Floats& b) { return _mm512_div_ps(a, b); }
  // a * b + c and c - a * b, rounded once
  SONDE_TILES static Floats multiply_add(const Floats& a, const Floats& b, const Floats& c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  SONDE_TILES static Floats subtract_product(const Floats& a, const Floats& b, const Floats& c) {
    return _mm512_fnmadd_ps(a, b, c);
  }
  SONDE_TILES static Floats size(const Floats& x) { return _mm512_abs_ps(x); }
  SONDE_TILES static Floats not_negative(const Floats& x) { return _mm512_max_ps(all(0), x); }
  // x, limited to this distance from 0
  SONDE_TILES static Floats within(const Floats& x, float most) {
    return _mm512_range_ps(x, all(most), 2);
  }
  // Within 2^-14 of 1 / x.
  SONDE_TILES static Floats inverse(const Floats& x) { return _mm512_rcp14_ps(x); }
  // a if x >= 0, else b
  SONDE_TILES static Floats choose(const Floats& x, const Floats& a, const Floats& b) {
    return _mm512_mask_mov_ps(b, _mm512_cmp_ps_mask(x, all(0), _CMP_GE_OQ), a);
  }
  SONDE_TILES static void exponential(Floats& x) { sonde::exponential<__m512, Bits>(x); }

 private:
  typedef std::uint32_t Bits __attribute__((vector_size(64)));

  SONDE_TILES static Floats floats(__m256i bf16) {
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bf16), 16));
  }
};

}  // namespace sonde
