#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "meaning/amr_graph.h"
#include "sonde/digest.h"
#include "sonde/scorer.h"

namespace sonde {

// The graphs of a data set's first and second sentences, from "A.amr,B.amr".
struct GraphPairs {
  std::vector<AmrGraph> first, second;  // one a row of the data set
  Digest digest;                        // of the graphs, not of their headers and layout
  std::size_t cyclic = 0;               // graphs whose relations lead back

  // For people.
  std::vector<std::pair<std::string, std::string>> facts() const;
};

// Errors: kUsage for a location that is not two files; those of PenmanReader; kInput where a file
// has another number of graphs than the data set has rows.
GraphPairs read_graph_pairs(const Spec& spec, const ScorerContext& context);

}  // namespace sonde
