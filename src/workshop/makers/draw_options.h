#pragma once

#include <cstdint>
#include <string>

#include "sonde/subject.h"

namespace sonde {

// Options common to makers that draw.
struct DrawOptions {
  std::uint64_t most = 0;  // 0: all
  std::uint64_t seed = 1;
  std::string refused{};  // a file for refused ones (empty: none)
};

// Reads --most, --seed and --refused. Those that a maker doesn't have are as above. Errors: kUsage.
DrawOptions read_draw_options(Options& given);

}  // namespace sonde
