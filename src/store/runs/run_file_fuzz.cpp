// Bytes that claim to be a run file. See hostile_parts_fuzz.h.
#include "store/runs/hostile_parts_fuzz.h"
#include "store/runs/testing/run_samples.h"

namespace {

using namespace sonde;

// A row of every item must be safe to follow.
void use(const samples::WholeRun& run) {
  for (const auto& items : run.items) {
    for (const Item& item : items) {
      for (const Row& row : item.rows) {
        for (const auto at : row.at) {
          if (item.texts.at(at).text.size() > SIZE_MAX / 2) std::abort();
        }
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  samples::fuzz_parts(data, size, kRunSchema,
                      {"head", "items", "measurements", "fitted", "remarks", "results", "series"},
                      [](const auto& file) { use(samples::read_run(*open_run_file(file))); });
  return 0;
}
