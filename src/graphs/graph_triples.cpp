#include "graphs/graph_triples.h"

#include <algorithm>
#include <utility>

#include "text/unicode.h"

namespace sonde {
namespace {

std::string comparable(std::string_view text) {
  std::string lower = lower_case(text);
  std::erase_if(lower, [](char c) { return c == '"' || c == '\''; });
  return lower;
}

TripleGraph::Relation comparable_relation(const AmrBranch& branch, InverseRoles inverse) {
  if (inverse == InverseRoles::kKept) {
    return {branch.from, branch.to, lower_case(branch.role.substr(1))};
  }
  const auto [from, to, role] = relation_of(branch);
  return {from, to, lower_case(role)};
}

template <class Triples>
void keep_once(Triples& triples) {
  std::ranges::sort(triples);
  triples.erase(std::ranges::unique(triples).begin(), triples.end());
}

}  // namespace

TripleGraph triples_of(const AmrGraph& graph, const TripleDialect& dialect) {
  TripleGraph triples;
  for (const auto& node : graph.nodes) triples.labels.push_back(comparable(node.label));
  const bool anonymous = dialect.top == TopTriple::kAnonymous;
  triples.attributes.push_back({0, "TOP", anonymous ? "top" : triples.labels.at(0)});
  for (const auto& branch : graph.branches) {
    if (branch.to == AmrBranch::kConstant) {
      triples.attributes.push_back(
          {branch.from, lower_case(branch.role.substr(1)), comparable(branch.constant)});
    } else {
      triples.relations.push_back(comparable_relation(branch, dialect.inverse));
    }
  }
  keep_once(triples.attributes);
  keep_once(triples.relations);
  return triples;
}

}  // namespace sonde
