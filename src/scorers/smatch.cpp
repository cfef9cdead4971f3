#include "graphs/smatch_overlap.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "base/threads.h"
#include "scorers/graph_pairs.h"
#include "scorers/kinds.h"
#include "scorers/row_scores.h"

namespace sonde {
namespace {

struct SmatchOptions {
  std::string data, dialect, inverse, solver, score;
  ExactSmatch exact;
  HillClimbing climb;
  GraphSource graphs;

  bool climbs() const { return solver == "hillclimb"; }
  TripleDialect triples() const {
    return {dialect == "older" ? TopTriple::kLabel : TopTriple::kAnonymous,
            inverse == "kept" ? InverseRoles::kKept : InverseRoles::kTurned};
  }
};

SmatchOptions smatch_options(const Spec& spec, const ScorerContext& context) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  Options options(spec);
  SmatchOptions chosen;
  chosen.data = options.text("data", context.dataset);
  chosen.dialect = options.choice("dialect", "current", {"current", "older"});
  chosen.inverse = options.choice("inverse", "turned", {"turned", "kept"});
  chosen.solver = options.choice("solver", "exact", {"exact", "hillclimb"});
  chosen.score = options.choice("score", "f1", {"f1", "precision", "recall"});
  if (chosen.climbs()) {
    chosen.climb.seed = options.count("seed", chosen.climb.seed, 0, kMost);
    chosen.climb.restarts = options.count("restarts", chosen.climb.restarts, 0, 10000);
  } else {
    chosen.exact.budget = options.count("nodes", chosen.exact.budget, 0, kMost);
  }
  chosen.graphs = graph_source(spec, options);
  options.done();
  return chosen;
}

std::vector<TripleGraph> triples(const std::vector<AmrGraph>& graphs,
                                 const TripleDialect& dialect) {
  std::vector<TripleGraph> all;
  for (const auto& graph : graphs) {
    all.push_back(triples_of(graph, dialect));
    check_smatch_size(all.back(), graph.place);
  }
  return all;
}

std::vector<SmatchCounts> compare(const GraphPairs& pairs, const SmatchOptions& how,
                                  std::size_t threads) {
  constexpr std::size_t kGrain = 16;
  const auto first = triples(pairs.first, how.triples());
  const auto second = triples(pairs.second, how.triples());
  std::vector<SmatchCounts> counts(first.size());
  parallel_for(counts.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      counts[i] = how.climbs() ? smatch(first[i], second[i], how.climb)
                               : smatch(first[i], second[i], how.exact);
    }
  });
  return counts;
}

std::string shown(const PrecisionRecall& scores) {
  char line[80];
  std::snprintf(line, sizeof line, "precision %.4f, recall %.4f, F1 %.4f", scores.precision,
                scores.recall, scores.f1);
  return line;
}

// How many pairs may have more matches than were found, and how many more at most.
std::string proof(std::span<const SmatchCounts> counts) {
  std::size_t pairs = 0, most = 0;
  for (const auto& count : counts) {
    pairs += count.proven() ? 0U : 1U;
    most = std::max(most, count.bound - count.matches);
  }
  if (pairs == 0) return "all pairs";
  return "not proven for " + counted(pairs, "pair") + ", which may lack up to " +
         counted(most, "match", "matches");
}

Identity identity_of(const GraphPairs& pairs, const SmatchOptions& how,
                     std::span<const SmatchCounts> counts) {
  Identity identity;
  Hasher hasher;
  hasher.add(how.climbs() ? "smatch 2" : "smatch 1").add(pairs.digest);
  for (const auto& part : {how.dialect, how.inverse, how.solver, how.score}) hasher.add(part);
  if (how.climbs()) {
    hasher.add(how.climb.seed).add(how.climb.restarts);
  } else {
    hasher.add(how.exact.budget);
  }
  identity.what = hasher.finish();
  identity.facts = pairs.facts();
  identity.facts.insert(identity.facts.begin(), {"kind", "Smatch of AMR graphs"});
  identity.facts.emplace_back("solver", how.solver);
  if (!how.climbs()) identity.facts.emplace_back("proven", proof(counts));
  identity.facts.emplace_back("macro", shown(macro_smatch(counts)));
  identity.facts.emplace_back("micro", shown(micro_smatch(counts)));
  return identity;
}

double chosen_score(const PrecisionRecall& scores, const std::string& name) {
  return name == "f1" ? scores.f1 : name == "precision" ? scores.precision : scores.recall;
}

}  // namespace

std::unique_ptr<Scorer> make_smatch(const Spec& spec, const ScorerContext& context) {
  const auto how = smatch_options(spec, context);
  if (how.data != context.dataset) return nullptr;
  const auto pairs = read_graph_pairs(how.graphs, context);
  const auto counts = compare(pairs, how, context.encoders.threads);
  std::vector<double> values;
  for (const auto& count : counts) values.push_back(chosen_score(count.scores(), how.score));
  return serve_rows(pairs.by_row(values), identity_of(pairs, how, counts));
}

}  // namespace sonde
