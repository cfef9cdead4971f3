// Bytes that claim to be a listing of data sets. See hostile_parts_fuzz.h.
#include "store/parts/testing/listing_samples.h"
#include "store/runs/hostile_parts_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sonde;
  samples::fuzz_parts(data, size, kListingSchema, {"head", "stretches", "repeated"},
                      [](const auto& file) { samples::read_listing(file); });
  return 0;
}
