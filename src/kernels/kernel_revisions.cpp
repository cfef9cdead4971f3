#include "kernels/kernel_revisions.h"

#include <array>
#include <string_view>

namespace sonde {
namespace {

constexpr bool always(CpuClass, Products) { return true; }
constexpr bool on_tiles(CpuClass, Products products) { return products == Products::kTiles; }
template <CpuClass kLevel>
constexpr bool at(CpuClass level, Products) {
  return level == kLevel;
}

struct KernelRow {
  std::string_view name;
  int revision;  // changes when the kernel gives other bits where it is in force
  bool (*in_force)(CpuClass, Products);
};

// A kernel whose bits belong to the processor's class has a row a class.
constexpr std::array kKernelRows{KernelRow{"attention", 1, at<CpuClass::kBaseline>},
                                 KernelRow{"attention", 1, at<CpuClass::kAvx2>},
                                 KernelRow{"attention", 1, at<CpuClass::kAvx512>},
                                 KernelRow{"norm", 1, always}, KernelRow{"tiles", 1, on_tiles}};

}  // namespace

std::string kernels_in_force(CpuClass level, Products products) {
  std::string text;
  for (const auto& [name, revision, in_force] : kKernelRows) {
    if (!in_force(level, products)) continue;
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(revision);
  }
  return text;
}

}  // namespace sonde
