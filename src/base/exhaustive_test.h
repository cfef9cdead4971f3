#pragma once

#include <cstdlib>
#include <functional>
#include <string>

namespace sonde::test {

// If SONDE_EXHAUSTIVE is set, as in `./dev nightly`, a test takes every case, otherwise some of
// each kind.
inline bool is_exhaustive() { return std::getenv("SONDE_EXHAUSTIVE") != nullptr; }

// Whether `name` is of share `share` of `shares`; exhaustive, every name is.
inline bool is_in_share(const std::string& name, std::size_t share, std::size_t shares) {
  return is_exhaustive() || std::hash<std::string>()(name) % shares == share;
}

}  // namespace sonde::test
