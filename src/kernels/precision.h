#pragma once

namespace sonde {

// What the engine multiplies in; it adds in f32.
enum class Precision { kF32, kBF16 };

}  // namespace sonde
