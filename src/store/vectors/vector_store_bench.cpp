#include <benchmark/benchmark.h>

#include "store/vectors/testing/store_samples.h"

namespace sonde {
namespace {

constexpr std::size_t kVectors = 27'000;
constexpr std::size_t kColumns = 384;

void write_vectors(benchmark::State& state) {
  const auto batch = samples::batch(kVectors, kColumns);
  for (auto _ : state) {
    const samples::Folder folder;
    const auto store = open_vector_store(folder / "store");
    samples::keep(*store, samples::identity("model"), batch);
  }
}
BENCHMARK(write_vectors)->Unit(benchmark::kMillisecond)->UseRealTime();

void read_vectors(benchmark::State& state) {
  const auto batch = samples::batch(kVectors, kColumns);
  const samples::Folder folder;
  const auto store = open_vector_store(folder / "store");
  samples::keep(*store, samples::identity("model"), batch);
  for (auto _ : state) {
    if (samples::serve(*store, samples::identity("model"), batch).count() != kVectors) {
      state.SkipWithError("vectors are missing");
    }
  }
}
BENCHMARK(read_vectors)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sonde
