#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graphs/graph_triples.h"
#include "graphs/match_problem.h"

namespace sonde {

// Smatch (Cai and Knight, 2013): how many triples two graphs share under the best mapping of their
// variables.

struct PrecisionRecall {
  double precision, recall, f1;  // NaN if the divisor is 0
};

struct SmatchCounts {
  std::size_t matches = 0;
  std::size_t first = 0, second = 0;  // triples
  std::size_t bound = 0;              // no mapping has more matches

  bool proven() const { return bound == matches; }
  // Precision is of the first graph's triples, recall of the second's.
  PrecisionRecall scores() const;
};

inline constexpr std::size_t kMostVariables = 500;   // per graph that Smatch takes
inline constexpr std::size_t kMostRelations = 2000;  // each with each is looked at

// Branch and bound: bounds by assignment, with shares of relations moved by subgradients (Gilmore
// and Lawler's bound, improved). After `budget` nodes it returns the best mapping found, and
// `bound` shows how far from the best it can be.
struct ExactSmatch {
  std::uint64_t budget = 100000;
};

// Like the original tool: from a mapping by labels and then from random ones, it makes the best
// move or exchange until none is left. Proves nothing: `bound` is trivial.
struct HillClimbing {
  std::uint64_t seed = 1;
  std::uint64_t restarts = 4;
};

// Errors: kInput if the graph at `place` is too large.
void check_smatch_size(const TripleGraph& graph, const Place& place);

// Errors: those of check_smatch_size().
SmatchCounts smatch(const TripleGraph& first, const TripleGraph& second, const ExactSmatch& how);
SmatchCounts smatch(const TripleGraph& first, const TripleGraph& second, const HillClimbing& how);

// Scores of a corpus: sums of counts (micro), means of each pair's scores (macro).
PrecisionRecall micro_smatch(std::span<const SmatchCounts> pairs);
PrecisionRecall macro_smatch(std::span<const SmatchCounts> pairs);

struct FoundMapping {
  std::size_t matches = 0, bound = 0;
};

FoundMapping best_mapping(const MatchProblem& problem, const ExactSmatch& how);
FoundMapping best_mapping(const MatchProblem& problem, const HillClimbing& how);

}  // namespace sonde
