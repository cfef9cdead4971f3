#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sonde {

// The rank of each value among the distinct values, from 0.
struct DenseRanks {
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> order;  // the places of the values, by rank
  std::uint32_t distinct = 0;
};

// The values have no NaN.
DenseRanks dense_ranks(std::span<const double> values);

}  // namespace sonde
