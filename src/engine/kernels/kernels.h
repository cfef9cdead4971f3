#pragma once

#include <cstdint>

namespace sonde {

// The unit that multiplies by weights: the library, the processor's tiles, or the same code over
// tiles that plain C++ emulates, for tests.
enum class Products : std::uint8_t { kLibrary, kTiles, kEmulatedTiles };

// Which kernels of sonde's own compute. The library's operations do the rest.
struct Kernels {
  bool attention = false;
  bool norm = false;
  Products products = Products::kLibrary;
};

// All that this machine can run.
Kernels own_kernels();

}  // namespace sonde
