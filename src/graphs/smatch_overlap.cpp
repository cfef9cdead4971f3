#include "graphs/smatch_overlap.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

// Each variable to the one at its place: so a graph is like itself, however large.
std::size_t matches_in_order(const MatchProblem& problem) {
  VariableMapping mapping(problem.rows);
  std::iota(mapping.begin(), mapping.end(), 0U);
  return matches(problem, mapping);
}

template <class How>
SmatchCounts counted(const TripleGraph& first, const TripleGraph& second, const How& how) {
  check_smatch_size(first, {});
  check_smatch_size(second, {});
  const auto problem = match_problem(first, second);
  const std::size_t in_order = matches_in_order(problem),
                    most = std::min(first.size(), second.size());
  if (in_order == most) return {most, first.size(), second.size(), most};
  const auto found = best_mapping(problem, how);
  return {std::max(found.matches, in_order), first.size(), second.size(),
          std::min(found.bound, most)};
}

double ratio(double part, double whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN() : part / whole;
}

}  // namespace

void check_smatch_size(const TripleGraph& graph, const Place& place) {
  const auto check = [&](std::size_t count, std::size_t most, const std::string& what) {
    if (count <= most) return;
    throw input_error("a graph has " + std::to_string(count) + " " + what + ", and Smatch takes " +
                          std::to_string(most),
                      place, "compare sentences, not documents");
  };
  check(graph.labels.size(), kMostVariables, "variables");
  check(graph.relations.size(), kMostRelations, "relations");
}

PrecisionRecall SmatchCounts::scores() const {
  const auto both = static_cast<double>(matches);
  return {ratio(both, static_cast<double>(first)), ratio(both, static_cast<double>(second)),
          ratio(2 * both, static_cast<double>(first + second))};
}

SmatchCounts smatch(const TripleGraph& first, const TripleGraph& second, const ExactSmatch& how) {
  return counted(first, second, how);
}

SmatchCounts smatch(const TripleGraph& first, const TripleGraph& second, const HillClimbing& how) {
  return counted(first, second, how);
}

PrecisionRecall micro_smatch(std::span<const SmatchCounts> pairs) {
  SmatchCounts sum;
  for (const auto& pair : pairs) {
    sum.matches += pair.matches;
    sum.first += pair.first;
    sum.second += pair.second;
  }
  return sum.scores();
}

PrecisionRecall macro_smatch(std::span<const SmatchCounts> pairs) {
  PrecisionRecall sum{0, 0, 0};
  for (const auto& pair : pairs) {
    const auto scores = pair.scores();
    sum.precision += scores.precision;
    sum.recall += scores.recall;
    sum.f1 += scores.f1;
  }
  const auto count = static_cast<double>(pairs.size());
  return {ratio(sum.precision, count), ratio(sum.recall, count), ratio(sum.f1, count)};
}

}  // namespace sonde
