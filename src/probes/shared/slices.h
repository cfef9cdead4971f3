#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// Items that are summarised together.
struct Slice {
  std::string name;  // "all" or "LABEL=VALUE"
  std::vector<std::uint32_t> items;
};

// A label with more values than this, or with no value twice, names items
// rather than sorts them: it makes no slices.
constexpr std::size_t kMostLabelValues = 100;

// All items, then those of each label's values, in order of names.
std::vector<Slice> slices(const Frame& frame);

}  // namespace sonde
