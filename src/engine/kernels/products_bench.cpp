// The most products and sums that a core does per second, by instruction. Sixteen registers, so
// that none waits for another, and assembly, so that no compiler moves a sum to memory.

#include <benchmark/benchmark.h>

namespace {

#define SONDE_SIXTEEN(instruction)                                                                 \
  instruction "0;" instruction "1;" instruction "2;" instruction "3;" instruction "4;" instruction \
              "5;" instruction "6;" instruction "7;" instruction "8;" instruction "9;" instruction \
              "10;" instruction "11;" instruction "12;" instruction "13;" instruction              \
              "14;" instruction "15;"

#define SONDE_PRODUCTS(name, instruction, supported, each)                                       \
  void name(benchmark::State& state) {                                                           \
    if (!(supported)) return state.SkipWithError("this processor lacks it");                     \
    for (auto _ : state) {                                                                       \
      asm volatile(SONDE_SIXTEEN(instruction " %%zmm16, %%zmm17, %%zmm")::                       \
                       : "zmm0", "zmm1", "zmm2", "zmm3", "zmm4", "zmm5", "zmm6", "zmm7", "zmm8", \
                         "zmm9", "zmm10", "zmm11", "zmm12", "zmm13", "zmm14", "zmm15");          \
    }                                                                                            \
    state.counters["operations"] = benchmark::Counter(                                           \
        double(state.iterations()) * 16 * 2 * (each), benchmark::Counter::kIsRate);              \
  }                                                                                              \
  BENCHMARK(name)

// The last number: products a register.
SONDE_PRODUCTS(f32_products, "vfmadd231ps", __builtin_cpu_supports("avx512f"), 16);
SONDE_PRODUCTS(bf16_products, "vdpbf16ps", __builtin_cpu_supports("avx512bf16"), 32);
SONDE_PRODUCTS(int8_products, "vpdpbusd", __builtin_cpu_supports("avx512vnni"), 64);

}  // namespace
