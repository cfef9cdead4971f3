#pragma once

#include <cstdint>

namespace sonde {

// How wide a processor computes. A kernel is compiled once a class. Those of statistics give the
// same bits in all of them: they fix the order of their additions themselves (they sum in lanes),
// and products are never fused with sums (-ffp-contract=off).
enum class CpuClass : std::uint8_t { kBaseline, kAvx2, kAvx512 };

#if defined(__x86_64__)
#define SONDE_AVX2 [[gnu::target("avx2,fma")]]
#define SONDE_AVX512 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]]
#else
#define SONDE_AVX2
#define SONDE_AVX512
#endif

// The best class that this machine has.
inline CpuClass kernel_class() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return CpuClass::kAvx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return CpuClass::kAvx2;
#endif
  return CpuClass::kBaseline;
}

// A kernel is a function object whose call operator is always inlined, so that its code is compiled
// again within each of these.
template <class Kernel, class... Arguments>
auto run_baseline(const Kernel& kernel, Arguments&... arguments) {
  return kernel(arguments...);
}
template <class Kernel, class... Arguments>
SONDE_AVX2 auto run_avx2(const Kernel& kernel, Arguments&... arguments) {
  return kernel(arguments...);
}
template <class Kernel, class... Arguments>
SONDE_AVX512 auto run_avx512(const Kernel& kernel, Arguments&... arguments) {
  return kernel(arguments...);
}

// Runs the kernel as compiled for a class that this machine must have.
template <class Kernel, class... Arguments>
auto run_at(CpuClass level, const Kernel& kernel, Arguments&&... arguments) {
  switch (level) {
    case CpuClass::kAvx512:
      return run_avx512(kernel, arguments...);
    case CpuClass::kAvx2:
      return run_avx2(kernel, arguments...);
    case CpuClass::kBaseline:
      break;
  }
  return run_baseline(kernel, arguments...);
}

}  // namespace sonde
