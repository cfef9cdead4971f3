// Bytes that claim to be a part of a run. See hostile_parts_fuzz.h.
#include "store/parts/testing/share_samples.h"
#include "store/runs/hostile_parts_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sonde;
  samples::fuzz_parts(data, size, kShareSchema,
                      {"head", "vectors", "block", "values", "remarks", "rows", "scored", "flaws"},
                      [](const auto& file) { samples::read_share(file); });
  return 0;
}
