// Room: base.
#pragma once

#include <cstdint>

namespace sonde {

// What a result is, as far as differences of it are tested in another way (docs/statistics.md).
enum class Scale : std::uint8_t {
  kMean,         // or any other number
  kShare,        // of items that pass, each by itself
  kBounded,      // another share or probability, from 0 to 1
  kCorrelation,  // in [-1, 1]
  kOwn,          // of the subject's own: differences aren't tested
};

}  // namespace sonde
