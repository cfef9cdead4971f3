#pragma once

#include <cstdint>

namespace sonde {

// Counter-based random numbers: each is a function of its coordinates alone,
// so that it is the same whatever the threads, blocks and order.
//
// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014). Its last step changes the lower 33
// bits alone.
constexpr std::uint64_t mix_upper(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9U;
  x ^= x >> 27;
  return x * 0x94d049bb133111ebU;
}

constexpr std::uint64_t mix(std::uint64_t x) {
  x = mix_upper(x);
  return x ^ (x >> 31);
}

constexpr std::uint64_t kRandomStep = 0x9e3779b97f4a7c15U;

// The part of random_bits() that depends on seed and stream, for loops over their counters.
constexpr std::uint64_t stream_key(std::uint64_t seed, std::uint64_t stream) {
  return mix(mix(seed + kRandomStep) ^ (stream * kRandomStep + kRandomStep));
}

constexpr std::uint64_t bits_at(std::uint64_t key, std::uint64_t counter) {
  return mix(key + counter * kRandomStep + kRandomStep);
}

// Their upper 31 bits.
constexpr std::uint64_t upper31_at(std::uint64_t key, std::uint64_t counter) {
  return mix_upper(key + counter * kRandomStep + kRandomStep) >> 33;
}

// 64 random bits at (seed, stream, counter).
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream,
                                    std::uint64_t counter) {
  return bits_at(stream_key(seed, stream), counter);
}

// In [0, 1), 53 bits.
constexpr double unit_interval(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

}  // namespace sonde
