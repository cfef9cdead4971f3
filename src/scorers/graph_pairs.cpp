#include "scorers/graph_pairs.h"

#include "base/parse.h"
#include "meaning/penman.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::vector<AmrGraph> read_graphs(std::string_view name, const ScorerContext& context) {
  const std::string file(name);
  auto graphs = read_penman(file);
  if (graphs.size() != context.rows) {
    throw input_error("has " + std::to_string(graphs.size()) + " graphs, but the data set '" +
                          context.dataset + "' has " + std::to_string(context.rows) + " rows",
                      {file},
                      "give a graph for each row of one data set; name that with ?data=NAME");
  }
  return graphs;
}

void add_graphs(GraphPairs& pairs, std::vector<AmrGraph>& graphs, Hasher& hasher) {
  for (auto& graph : graphs) {
    graph.header.clear();
    hasher.add(penman_of(graph));
    pairs.cyclic += cycle_of(graph).empty() ? 0U : 1U;
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> GraphPairs::facts() const {
  std::vector<std::pair<std::string, std::string>> facts{
      {"graphs", std::to_string(first.size() + second.size())}};
  if (cyclic > 0) facts.emplace_back("cyclic graphs", std::to_string(cyclic));
  return facts;
}

GraphPairs read_graph_pairs(const Spec& spec, const ScorerContext& context) {
  const auto files = parts_of(spec.location, ',');
  if (files.size() != 2 || files[0].empty() || files[1].empty()) {
    throw usage_error(
        "'" + spec.text + "' does not name two files",
        "write " + spec.kind + ":A.amr,B.amr: the graphs of the first and of the second sentences");
  }
  GraphPairs pairs;
  pairs.first = read_graphs(files[0], context);
  pairs.second = read_graphs(files[1], context);
  Hasher hasher;
  add_graphs(pairs, pairs.first, hasher);
  add_graphs(pairs, pairs.second, hasher);
  pairs.digest = hasher.finish();
  return pairs;
}

}  // namespace sonde
