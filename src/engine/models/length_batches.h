#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sonde {

// Sentences of exactly the same number of tokens: no padding, no mask.
struct LengthBatch {
  std::size_t length = 0;           // tokens in each
  std::vector<std::size_t> places;  // in the list of lengths, ascending
};

// Every place in one batch of at most `tokens` tokens (or of one sentence),
// longest sentences first.
std::vector<LengthBatch> batches_by_length(std::span<const std::size_t> lengths,
                                           std::size_t tokens);

}  // namespace sonde
