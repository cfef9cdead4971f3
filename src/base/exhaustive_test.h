#pragma once

#include <cstdlib>

namespace sonde::test {

// If SONDE_EXHAUSTIVE is set, as in `./dev nightly`, a test takes every case, otherwise some of
// each kind.
inline bool is_exhaustive() { return std::getenv("SONDE_EXHAUSTIVE") != nullptr; }

}  // namespace sonde::test
