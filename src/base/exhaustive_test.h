#pragma once

#include <cstdlib>

namespace sonde::test {

// With SONDE_EXHAUSTIVE set, as `./dev nightly` does, a test takes every case; else some of each
// kind.
inline bool is_exhaustive() { return std::getenv("SONDE_EXHAUSTIVE") != nullptr; }

}  // namespace sonde::test
