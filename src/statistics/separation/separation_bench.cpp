#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "statistics/measures/testing/simulated.h"
#include "statistics/separation/separation.h"

namespace {

// The numbers of the file that SONDE_COSINES names, as they are in memory. Simulated without it.
std::vector<double> given_cosines(std::size_t n) {
  std::vector<double> cosines(n);
  if (const char* path = std::getenv("SONDE_COSINES")) {
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(cosines.data()), std::streamsize(n * sizeof(double)));
    if (!file) throw std::runtime_error(std::string("too few cosines in ") + path);
    return cosines;
  }
  for (std::size_t i = 0; i < n; ++i) cosines[i] = 1 - std::abs(0.1 * sonde::Normals(1, i).first);
  return cosines;
}

// The curve goes to SONDE_COSINES.curve, to be compared.
void density(benchmark::State& state) {
  const auto cosines = given_cosines(static_cast<std::size_t>(state.range(0)));
  sonde::Curve curve;
  for (auto _ : state) benchmark::DoNotOptimize(curve = sonde::curve(cosines));
  if (const char* path = std::getenv("SONDE_COSINES")) {
    std::ofstream(std::string(path) + ".curve", std::ios::binary)
        .write(reinterpret_cast<const char*>(curve.shares.data()),
               std::streamsize(curve.shares.size() * sizeof(double)));
  }
}

BENCHMARK(density)->ArgName("n")->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

// Originals with three fuzzed and three negated variants. range(1): threads.
void curves_replicates(benchmark::State& state) {
  const auto originals = static_cast<std::uint32_t>(state.range(0));
  std::vector<double> fuzzed, negated;
  std::vector<std::uint32_t> items;
  std::vector<std::uint64_t> keys;
  for (std::uint32_t item = 0; item < originals; ++item) {
    keys.push_back(sonde::random_bits(1, 2, item));
    for (std::uint64_t variant = 0; variant < 3; ++variant) {
      const sonde::Normals off(3 + variant, item);
      fuzzed.push_back(1 - std::abs(0.1 + 0.04 * off.first));
      negated.push_back(1 - std::abs(0.15 + 0.05 * off.second));
      items.push_back(item);
    }
  }
  const sonde::Resampler resampler(1, 10'000, static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        sonde::separation_replicates(resampler, {fuzzed, items}, {negated, items}, keys));
  }
}

BENCHMARK(curves_replicates)
    ->ArgNames({"originals", "threads"})
    ->Args({10'000, 1})
    ->Args({10'000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
