#include "engine/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
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

}  // namespace

std::string_view cpu_class() {
  if (!__builtin_cpu_supports("avx2")) return "generic";
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw")) return "avx2";
  if (has(features(0).edx, 22)) return "amx_bf16";
  return has(features(1).eax, 5) ? "avx512_bf16" : "avx512";
}
#else
std::string_view cpu_class() { return "generic"; }
#endif

}  // namespace sonde
