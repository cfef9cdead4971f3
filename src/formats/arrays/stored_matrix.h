#pragma once

#include <cstddef>
#include <span>

namespace sonde {

enum class ElementType { kF32, kF16, kBF16, kF64, kI64, kI32, kI16, kI8, kU8, kBool };

std::size_t element_size(ElementType type);
bool is_floating(ElementType type);
bool is_byte(ElementType type);  // kI8 or kU8

// The number of a floating type, or of a byte, that begins at `at`, little-endian, maybe unaligned.
// Float64 is rounded. Numbers beyond float32 become infinite.
float read_float(ElementType type, const std::byte* at);

// A matrix of floating-point numbers or bytes as a file stores it: little-endian, row by row,
// maybe unaligned. The caller owns the bytes.
struct StoredMatrix {
  ElementType type = ElementType::kF32;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::span<const std::byte> bytes{};

  // Row `row` < rows. `out` has `columns` places.
  void read(std::size_t row, std::span<float> out) const;
};

}  // namespace sonde
