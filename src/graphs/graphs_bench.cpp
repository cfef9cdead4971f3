// Scores of pairs of graphs, from PENMAN in memory, against which benchmarks/graphs holds the
// Python tools. GRAPHS names a folder with first.amr and second.amr, VECTORS a file of word
// vectors. The counter "mean" is of the pairs' scores.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "formats/words/word_vectors.h"
#include "graphs/graph_triples.h"
#include "graphs/label_vector.h"
#include "graphs/penman.h"
#include "graphs/smatch_overlap.h"
#include "graphs/wlk_kernel.h"
#include "graphs/wwlk_kernel.h"

namespace sonde {
namespace {

std::string named(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

std::string text_of(const std::string& name) {
  std::ifstream in(named("GRAPHS") + "/" + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<AmrGraph> graphs_in(const std::string& text) {
  std::istringstream in(text);
  PenmanReader reader(in, "graphs");
  std::vector<AmrGraph> graphs;
  for (AmrGraph graph; reader.next(graph);) graphs.push_back(std::move(graph));
  return graphs;
}

// Times `score`, which gives a number for two graphs, on the benchmark's number of threads.
template <class Score>
void time_pairs(benchmark::State& state, const Score& score) {
  const std::string first_text = text_of("first.amr"), second_text = text_of("second.amr");
  if (first_text.empty()) return state.SkipWithError("GRAPHS names no folder");
  double mean = 0;
  for (auto _ : state) {
    const auto first = graphs_in(first_text), second = graphs_in(second_text);
    std::vector<double> scores(first.size());
    parallel_for(scores.size(), 16, static_cast<std::size_t>(state.range(0)),
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) scores[i] = score(first[i], second[i]);
                 });
    mean = 0;
    for (const double one : scores) mean += one / static_cast<double>(scores.size());
  }
  state.counters["mean"] = mean;
}

// The part that all scores begin with.
void reading(benchmark::State& state) {
  time_pairs(state, [](const AmrGraph&, const AmrGraph&) { return 0; });
}

void exact(benchmark::State& state) {
  time_pairs(state, [](const AmrGraph& first, const AmrGraph& second) {
    return smatch(triples_of(first), triples_of(second), ExactSmatch{}).scores().f1;
  });
}

void hillclimb(benchmark::State& state) {
  time_pairs(state, [](const AmrGraph& first, const AmrGraph& second) {
    return smatch(triples_of(first), triples_of(second), HillClimbing{}).scores().f1;
  });
}

// The words' vectors are looked up before it is timed, as the peer has them in memory.
class KnownWords {
 public:
  void add(const std::vector<AmrGraph>& graphs, const WordVectors& words) {
    for (const auto& graph : graphs) {
      for (const auto& label : labelled_graph(graph).labels) {
        for (const auto& word : words_of_label(label)) {
          const auto found = words.find(word);
          auto& vector = vectors_.try_emplace(word).first->second;
          if (!found || !vector.empty()) continue;
          vector.resize(words.dimension());
          words.read(*found, vector);
        }
      }
    }
  }

  MatrixOf<double> label_vectors(const LabelledGraph& graph, std::size_t dimension) const {
    MatrixOf<double> rows(graph.labels.size(), dimension);
    const auto known = [&](const std::string& word) -> std::span<const float> {
      return vectors_.at(word);
    };
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      write_label_vector(graph.labels[i], known, rows[i]);
    }
    return rows;
  }

 private:
  std::unordered_map<std::string, std::vector<float>> vectors_;
};

void wasserstein(benchmark::State& state) {
  const WordVectors words(named("VECTORS"));
  KnownWords known;
  for (const auto* name : {"first.amr", "second.amr"}) known.add(graphs_in(text_of(name)), words);
  time_pairs(state, [&](const AmrGraph& first, const AmrGraph& second) {
    const auto one = labelled_graph(first), other = labelled_graph(second);
    const auto one_labels = known.label_vectors(one, words.dimension());
    const auto other_labels = known.label_vectors(other, words.dimension());
    return wwlk(one, one_labels.view(), other, other_labels.view());
  });
}

void on_threads(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
}

BENCHMARK(reading)->Apply(on_threads);
BENCHMARK(exact)->Apply(on_threads);
BENCHMARK(hillclimb)->Apply(on_threads);
BENCHMARK(wasserstein)->Apply(on_threads);

}  // namespace
}  // namespace sonde
