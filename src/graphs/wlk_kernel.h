#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graphs/amr_graph.h"

namespace sonde {

// A graph whose constants are separate nodes, in lower case and without quotes. A relation that is
// written twice counts once.
struct LabelledGraph {
  struct Edge {
    std::uint32_t from, to;
    std::string role;
  };

  std::vector<std::string> labels;  // per node
  std::vector<Edge> edges;
};

LabelledGraph labelled_graph(const AmrGraph& graph);

// How often a node takes in its neighbours by default, in both kernels.
inline constexpr std::size_t kIterations = 2;

// The Weisfeiler-Leman kernel (Opitz, Daza and Frank, 2021), as a cosine in [0, 1]. Common labels
// and triples of two graphs weigh 1. Then each node's label takes in its neighbours' with their
// roles, and common labels of this kind weigh 1/2, 1/3 and so on. Repeats in a graph count once.
//
// Each node takes in its own neighbours. The published program gives nodes with the same label the
// neighbours of the last of them, so that their order changes its score.
double wlk(const LabelledGraph& first, const LabelledGraph& second,
           std::size_t iterations = kIterations);

}  // namespace sonde
