#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "probes/curves/curves_options.h"
#include "probes/shared/slices.h"

namespace sonde {

// The place of an inserted word: before which word, from 0, of how many.
struct InsertedAt {
  std::size_t word = 0;
  std::size_t words = 0;
};

// The label of a variant's row: its kind, and the slices that it belongs to, each after a colon:
// "fuzz:place=start:word=1".
std::string variant_label(std::string_view kind, const InsertedAt& at, const CurvesSlices& by);

// The part before the first colon.
std::string_view kind_of(std::string_view label);

// The rows that belong to a slice of variants, of the items that have any.
struct VariantSlice {
  Slice items;
  std::vector<bool> codes;  // per row label of the frame: whether such rows belong to it
};

// In order: place=start, place=middle, place=end, then word=1, word=2, ...
std::vector<VariantSlice> variant_slices(const Frame& frame);

}  // namespace sonde
