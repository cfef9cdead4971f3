#pragma once

#include <cstdint>
#include <string>

#include "sonde/subject.h"

namespace sonde {

// What makers that draw have in common.
struct DrawOptions {
  std::uint64_t most = 0;  // 0: all
  std::uint64_t seed = 1;
  std::string refused{};  // a file for what was refused; empty: none
};

// Reads --most, --seed and --refused; those that a maker doesn't have are as above. Errors: kUsage.
DrawOptions read_draw_options(Options& given);

}  // namespace sonde
