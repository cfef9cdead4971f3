#include "formats/arrays/stored_matrix.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

static_assert(std::endian::native == std::endian::little);

namespace sonde {
namespace {

template <class Number>
Number number_at(const std::byte* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

float from_half(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
  const std::uint32_t rest = half & 0x7fffU;
  if (rest < 0x0400U) {  // zero or subnormal: a multiple of 2^-24
    const float value = static_cast<float>(rest) * 0x1.0p-24F;
    return sign == 0 ? value : -value;
  }
  const std::uint32_t shifted = (rest << 13) + 0x38000000U;
  return std::bit_cast<float>(sign | (rest >= 0x7c00U ? 0x7f800000U | (rest << 13) : shifted));
}

}  // namespace

std::size_t element_size(ElementType type) {
  switch (type) {
    case ElementType::kF64:
    case ElementType::kI64:
      return 8;
    case ElementType::kF32:
    case ElementType::kI32:
      return 4;
    case ElementType::kF16:
    case ElementType::kBF16:
    case ElementType::kI16:
      return 2;
    default:
      return 1;
  }
}

bool is_floating(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kF64 || type == ElementType::kF16 ||
         type == ElementType::kBF16;
}

bool is_byte(ElementType type) { return type == ElementType::kI8 || type == ElementType::kU8; }

float read_float(ElementType type, const std::byte* at) {
  switch (type) {
    case ElementType::kF16:
      return from_half(number_at<std::uint16_t>(at));
    case ElementType::kBF16:
      return std::bit_cast<float>(std::uint32_t{number_at<std::uint16_t>(at)} << 16);
    case ElementType::kF64:
      return static_cast<float>(number_at<double>(at));
    case ElementType::kI8:
      return static_cast<float>(number_at<std::int8_t>(at));
    case ElementType::kU8:
      return static_cast<float>(number_at<std::uint8_t>(at));
    default:
      return number_at<float>(at);
  }
}

void StoredMatrix::read(std::size_t row, std::span<float> out) const {
  const std::size_t size = element_size(type);
  const std::byte* at = bytes.data() + row * columns * size;
  if (type == ElementType::kF32) {
    std::copy_n(at, columns * size, std::as_writable_bytes(out).data());
    return;
  }
  for (float& number : out) {
    number = read_float(type, at);
    at += size;
  }
}

}  // namespace sonde
