#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "store/runs/block_file.h"
#include "store/runs/run_parts.h"

namespace sonde {

// A measured block as parts of a file: `block` (its items and texts) and, a view as the
// measurement, `values` and `remarks`.

using FindBody = std::function<std::optional<std::string>(const PartKey&)>;
using PutBody = std::function<void(const PartKey&, const std::string&)>;

// Nothing if a part of the block of these items is missing. Errors: Malformed.
std::optional<MeasuredBlock> block_from_parts(const FindBody& find, const BlockPlace& place,
                                              std::size_t views);
void block_to_parts(const PutBody& put, const BlockPlace& place, const MeasuredBlock& block);

}  // namespace sonde
