#include "probes/sets/threshold_grid.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "statistics/measures/testing/simulated.h"

namespace {

// Both differences of n samples from the file that SONDE_DIFFERENCES names, as they are in memory.
// Simulated without it.
std::vector<double> given_differences(std::size_t n) {
  std::vector<double> differences(2 * n);
  if (const char* path = std::getenv("SONDE_DIFFERENCES")) {
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(differences.data()), std::streamsize(2 * n * sizeof(double)));
    if (!file) throw std::runtime_error(std::string("too few differences in ") + path);
    return differences;
  }
  for (std::size_t i = 0; i < 2 * n; ++i) differences[i] = sonde::Normals(1, i).first;
  return differences;
}

// Ends and grids included. The shares go to SONDE_DIFFERENCES.sonde, to be compared.
void grid_shares(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto differences = given_differences(n);
  const std::span first(differences.data(), n), second(differences.data() + n, n);
  const auto grid_of = [](std::span<const double> of) {
    const auto [low, high] = std::ranges::minmax(of);
    return sonde::ThresholdGrid::even(low, high);
  };
  sonde::CaseShares shares{};
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        shares = sonde::case_shares(first, grid_of(first), second, grid_of(second)));
  }
  if (const char* path = std::getenv("SONDE_DIFFERENCES")) {
    std::ofstream(std::string(path) + ".sonde", std::ios::binary)
        .write(reinterpret_cast<const char*>(&shares), sizeof shares);
  }
}

BENCHMARK(grid_shares)->ArgName("n")->Arg(37'292)->Unit(benchmark::kMicrosecond);

}  // namespace
