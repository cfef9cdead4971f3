#include "base/cpu.h"

#include "base/cpu_class.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace sonde {

#if defined(__x86_64__)
namespace {

struct Registers {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers features(unsigned subleaf) {
  Registers r;
  if (__get_cpuid_count(7, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx) == 0) return {};
  return r;
}

bool has(unsigned bits, unsigned bit) { return ((bits >> bit) & 1U) != 0; }

// Linux lets a process use AMX's registers on request.
bool tiles_allowed() {
  constexpr long kRequest = 0x1023, kTileData = 18;  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
}

std::string_view found_class() {
  const CpuClass level = kernel_class();
  if (level == CpuClass::kBaseline) return "generic";
  if (level == CpuClass::kAvx2) return "avx2";
  const bool bf16 = has(features(1).eax, 5);
  if (bf16 && has(features(0).edx, 22) && has(features(0).edx, 24) && tiles_allowed()) {
    return "amx_bf16";
  }
  return bf16 ? "avx512_bf16" : "avx512";
}

}  // namespace

std::string_view cpu_class() {
  static const std::string_view found = found_class();
  return found;
}

bool has_int8_products() {
  switch (kernel_class()) {
    case CpuClass::kAvx512:
      return has(features(0).ecx, 11);
    case CpuClass::kAvx2:
      return has(features(1).eax, 4);
    case CpuClass::kBaseline:
      break;
  }
  return false;
}
#else
std::string_view cpu_class() { return "generic"; }
bool has_int8_products() { return false; }
#endif

}  // namespace sonde
