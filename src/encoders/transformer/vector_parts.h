#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sonde/encoder.h"

namespace sonde {

// The numbers `first` to `last` - 1 of a vector. `last` may be kAllNumbers.
struct VectorPart {
  std::size_t first, last;
};
constexpr std::size_t kAllNumbers = SIZE_MAX;

// Reads "0:16,64,all": parts, or how many numbers from the start. Errors: kUsage.
std::vector<VectorPart> parse_parts(std::string_view list);

// How numbers are stored. kInt8: 255 steps over a vector's largest absolute number. kBinary: signs.
enum class Quantised : std::uint8_t { kFloat, kInt8, kBinary };

// Reads "float,int8,binary". `ubinary` is another way to pack the same signs. Errors: kUsage.
std::vector<Quantised> parse_quantised(std::string_view list);

// An encoder whose vectors are parts of those of `whole`, in each way of storing numbers, all from
// one pass: each part of each of its views. Narrower parts end in zeros, which change no cosine.
// Errors: kUsage if a part ends beyond the vectors, and if `whole` must be fitted first.
std::unique_ptr<Encoder> encoder_of_parts(std::unique_ptr<Encoder> whole,
                                          std::vector<VectorPart> parts,
                                          std::vector<Quantised> ways);

}  // namespace sonde
