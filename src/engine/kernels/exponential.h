#pragma once

#include <cstdint>
#include <cstring>

namespace sonde {

// e to the power of each x <= 0: 2^n times a polynomial of the rest (Cephes' expf). NaN stays NaN.
// Floats: a vector of the compiler's. Bits: the same of 32-bit integers.
template <class Floats, class Bits>
[[gnu::always_inline]] inline void exponential(Floats& x) {
  constexpr float kPerLog2 = 1.44269504F, kLog2High = 0.693359375F, kLog2Low = -2.12194440e-4F;
  constexpr float kRound = 12582912;  // 1.5 * 2^23: adding it rounds to a whole number
  const Floats lowest = Floats{} - 87.0F;
  x = x < lowest ? lowest : x;
  const Floats shifted = x * kPerLog2 + kRound;
  const Floats whole = shifted - kRound;
  const Floats rest = (x - whole * kLog2High) - whole * kLog2Low;
  Floats sum = rest * 1.9875691500e-4F + 1.3981999507e-3F;
  sum = sum * rest + 8.3334519073e-3F;
  sum = sum * rest + 4.1665795894e-2F;
  sum = sum * rest + 1.6666665459e-1F;
  sum = sum * rest + 5.0000001201e-1F;
  sum = sum * rest * rest + rest + 1.0F;
  Bits bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + 127U) << 23U;
  Floats power;
  std::memcpy(&power, &bits, sizeof power);
  x = sum * power;
}

}  // namespace sonde
