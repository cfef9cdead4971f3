#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "sonde/encoder.h"

namespace sonde {

// The numbers `first` to `last` - 1 of a vector.
struct VectorPart {
  std::size_t first, last;
};

// Reads "0:16,16:32": parts of one width. Errors: kUsage.
std::vector<VectorPart> parse_parts(std::string_view list);

// An encoder whose vectors are parts of those of `whole`, all from one pass: of each of its views
// each part. Errors: kUsage where a part ends beyond the vectors, and where `whole` must be fitted
// first.
std::unique_ptr<Encoder> encoder_of_parts(std::unique_ptr<Encoder> whole,
                                          std::vector<VectorPart> parts);

}  // namespace sonde
