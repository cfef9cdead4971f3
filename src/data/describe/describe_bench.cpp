// The figures of lexical overlap of pairs in memory, against which benchmarks/describe holds
// Python's rouge_score. PAIRS names a file of them (first, second, rating between semicolons),
// TOKENIZER a tokenizer.json.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "data/describe/overlap_figures.h"

namespace sonde {
namespace {

std::vector<Item> read_pairs() {
  const char* file = std::getenv("PAIRS");
  std::ifstream lines(file == nullptr ? "" : file);
  std::vector<Item> items;
  for (std::string line; std::getline(lines, line);) {
    const auto end = line.find(';'), next = line.find(';', end + 1);
    Item item;
    item.texts = {{line.substr(0, end)}, {line.substr(end + 1, next - end - 1), Side::kSecond}};
    item.rows = {{"", {0, 1}}};
    items.push_back(std::move(item));
  }
  return items;
}

void overlap(benchmark::State& state) {
  const auto items = read_pairs();
  if (items.empty() || !std::getenv("TOKENIZER")) {
    return state.SkipWithError("PAIRS or TOKENIZER names no file");
  }
  const auto tokenizer = Tokenizer::load(std::getenv("TOKENIZER"));
  for (auto _ : state) {
    OverlapFigures figures(tokenizer, static_cast<std::size_t>(state.range(0)));
    figures.add(items);
    benchmark::DoNotOptimize(figures.results());
  }
}
BENCHMARK(overlap)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace sonde
