#pragma once

#include <string_view>

namespace sonde {

// The widest instructions that this process may use and that change which kernels run, hence the
// last bits:
// amx_bf16, avx512_bf16, avx512, avx2 or generic.
std::string_view cpu_class();

// Whether the processor has instructions for products of 8 bits (VNNI) in the width that its class
// computes in.
bool has_int8_products();

}  // namespace sonde
