#include "engine/kernels/kernel_revisions.h"

#include <array>
#include <string_view>

namespace sonde {
namespace {

template <CpuClass kLevel>
constexpr bool attends(CpuClass level, const Kernels& kernels) {
  return kernels.attention && level == kLevel;
}
constexpr bool normalises(CpuClass, const Kernels& kernels) { return kernels.norm; }
constexpr bool on_tiles(CpuClass, const Kernels& kernels) {
  return kernels.products != Products::kLibrary;
}

struct KernelRow {
  std::string_view name;
  int revision;  // changes when the kernel gives other bits while in force
  bool (*in_force)(CpuClass, const Kernels&);
};

// A kernel whose bits belong to the processor's class has a row a class.
constexpr std::array kKernelRows{KernelRow{"attention", 1, attends<CpuClass::kBaseline>},
                                 KernelRow{"attention", 1, attends<CpuClass::kAvx2>},
                                 KernelRow{"attention", 1, attends<CpuClass::kAvx512>},
                                 KernelRow{"norm", 1, normalises}, KernelRow{"tiles", 1, on_tiles}};

}  // namespace

std::string kernels_in_force(CpuClass level, const Kernels& kernels) {
  std::string text;
  for (const auto& [name, revision, in_force] : kKernelRows) {
    if (!in_force(level, kernels)) continue;
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(revision);
  }
  return text.empty() ? "no own kernels" : text;
}

}  // namespace sonde
