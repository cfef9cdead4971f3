#pragma once

namespace sonde {

// The precision of products. Sums are in f32. In int8, sums within a group of numbers are exact.
enum class Precision { kF32, kBF16, kInt8 };

}  // namespace sonde
