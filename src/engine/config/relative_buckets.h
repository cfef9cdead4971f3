#pragma once

#include <cstddef>
#include <cstdint>

namespace sonde {

// Half of them for what follows, half for what precedes.
constexpr std::size_t kRelativeBuckets = 32;
// From here on all distances are treated the same.
constexpr std::size_t kRelativeReach = 128;

// The bucket of a distance between tokens, key - query: exact up to 7, then twice
// as wide for every second one, all beyond 90 together (Raffel et al., 2020,
// section 2.1, as MPNet counts them).
std::int64_t relative_bucket(std::int64_t distance);

// The row of DeBERTa's table of 2 `span` distances for one, query - key (He et al., 2021, section
// 3.1, and version 2's logarithmic buckets, as transformers counts them). It is exact near 0. If
// `reach` is not 0, it is logarithmic from span / 2 on and reaches the ends at `reach`. Otherwise
// it is exact to the table's ends.
std::int64_t disentangled_row(std::int64_t distance, std::size_t span, std::size_t reach);

// Frequency of sine and cosine i of a distance, radians per token: 10000^(-2i / width).
float sinusoid_frequency(std::size_t i, std::size_t width);

}  // namespace sonde
