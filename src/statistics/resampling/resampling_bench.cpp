#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "sonde/resampling.h"
#include "statistics/resampling/replicated.h"

namespace {

using sonde::Correlation;
using sonde::CpuClass;
using sonde::Resampler;

constexpr std::size_t kReplicates = 10'000;

// Related ratings, as cosines (no ties) and as means of a few votes (many).
struct Ratings {
  std::vector<double> cosines, votes;
  std::vector<std::uint64_t> keys;

  explicit Ratings(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      const double shared = sonde::unit_interval(sonde::random_bits(1, 1, i));
      cosines.push_back(shared + sonde::unit_interval(sonde::random_bits(1, 2, i)));
      votes.push_back(
          std::round(10 * (shared + sonde::unit_interval(sonde::random_bits(1, 3, i)))));
      keys.push_back(sonde::random_bits(1, 4, i));
    }
  }
};

// range(0): pairs. range(1): threads.
void correlations(benchmark::State& state, Correlation kind) {
  const Ratings ratings(static_cast<std::size_t>(state.range(0)));
  const Resampler resampler(1, kReplicates, static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        resampler.correlations(kind, ratings.cosines, ratings.votes, ratings.keys));
  }
}

void spearman(benchmark::State& state) { correlations(state, Correlation::kSpearman); }
void pearson(benchmark::State& state) { correlations(state, Correlation::kPearson); }
void kendall(benchmark::State& state) { correlations(state, Correlation::kKendall); }

void all_correlations(benchmark::State& state) {
  constexpr Correlation kAll[] = {Correlation::kPearson, Correlation::kSpearman,
                                  Correlation::kKendall};
  const Ratings ratings(static_cast<std::size_t>(state.range(0)));
  const Resampler resampler(1, kReplicates, static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        resampler.correlations(kAll, ratings.cosines, ratings.votes, ratings.keys));
  }
}

void means(benchmark::State& state) {
  const Ratings ratings(static_cast<std::size_t>(state.range(0)));
  const Resampler resampler(1, kReplicates, static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(resampler.means(ratings.cosines, ratings.keys));
}

// Resamples range(2) subjects, with weights that all share.
void paired_means(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto subjects = static_cast<std::size_t>(state.range(2));
  const Ratings ratings(n);
  sonde::MatrixOf<double> values(n, subjects);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t s = 0; s < subjects; ++s) {
      values[i][s] = ratings.cosines[i] + sonde::unit_interval(sonde::random_bits(2, s, i));
    }
  }
  const Resampler resampler(1, kReplicates, static_cast<std::size_t>(state.range(1)));
  const auto& given = values;
  for (auto _ : state)
    benchmark::DoNotOptimize(resampler.means_of_columns(given.view(), ratings.keys));
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "threads"})->Args({3000, 1})->Args({3000, 2});
  benchmark->Unit(benchmark::kMillisecond)->UseRealTime();
}

BENCHMARK(paired_means)
    ->ArgNames({"n", "threads", "subjects"})
    ->Args({3000, 1, 20})
    ->Args({3000, 2, 20})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(spearman)->Apply(sizes);
BENCHMARK(pearson)->Apply(sizes);
BENCHMARK(kendall)->Apply(sizes);
BENCHMARK(all_correlations)->Apply(sizes);
BENCHMARK(means)->Apply(sizes);

// One thread, as on lesser processors.
void spearman_at(benchmark::State& state, CpuClass level) {
  if (level > sonde::kernel_class()) return state.SkipWithError("this processor can't");
  const Ratings ratings(3000);
  const Correlation kind = Correlation::kSpearman;
  const auto correlations = sonde::replicated_correlations({&kind, 1}, ratings.cosines,
                                                           ratings.votes, ratings.keys, level)();
  std::vector<sonde::Sums> values(1);
  for (auto _ : state) {
    for (std::size_t first = 0; first < kReplicates; first += sonde::kLanes) {
      sonde::Keys keys{};
      for (std::size_t lane = 0; lane < keys.size(); ++lane) {
        keys[lane] = sonde::stream_key(1, first + lane);
      }
      correlations->in(keys, values);
      benchmark::DoNotOptimize(values.data());
    }
  }
}

BENCHMARK_CAPTURE(spearman_at, sse2, CpuClass::kBaseline)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(spearman_at, avx2, CpuClass::kAvx2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(spearman_at, avx512, CpuClass::kAvx512)->Unit(benchmark::kMillisecond);

template <double (*similarity)(std::span<const float>, std::span<const float>)>
void similarities(benchmark::State& state) {
  std::vector<float> a(384), b(384);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(sonde::unit_interval(sonde::random_bits(2, 1, i)));
    b[i] = static_cast<float>(sonde::unit_interval(sonde::random_bits(2, 2, i)));
  }
  for (auto _ : state) benchmark::DoNotOptimize(similarity(a, b));
}

BENCHMARK(similarities<sonde::cosine>)->Name("cosine/dimension:384");
BENCHMARK(similarities<sonde::dot>)->Name("dot/dimension:384");
BENCHMARK(similarities<sonde::negative_l2>)->Name("negative_l2/dimension:384");

}  // namespace
