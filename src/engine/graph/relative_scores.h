#pragma once

#include <cstddef>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_nodes.h"
#include "engine/graph/graph_parts.h"

namespace sonde {

// The terms that states and the distances between them add to the scores of attention: products of
// each query, or key, with a vector of its distance to the other (He et al., 2021, section 3.1, Dai
// et al., 2019, section 3.3). Only the distances that a sentence has are computed.
class RelativeScores {
 public:
  using Node = graph::Node;

  RelativeScores(const TransformerConfig& config, const GraphParts& parts, const Node& ids);

  // A vector a distance, [1, 2 length - 1, hidden]: first that of the last query to the first key.
  const Node& vectors() const { return vectors_; }
  // All by heads, [sentences, heads, length, head width], for the scores [sentences, heads, length,
  // length]. `distances` are the projected vectors, with one sentence.
  Node of_queries(const Node& queries, const Node& distances) const;
  Node of_keys(const Node& keys, const Node& distances) const;

 private:
  Node vectors_of_table(const GraphParts& parts) const;
  Node sinusoids() const;
  // Selects the distances that the sentence has.
  Node seen(const Node& all) const;
  // From a column a distance to a column a key.
  Node by_place(const Node& products) const;

  const TransformerConfig& config_;
  Node length_;    // [1]
  Node opposite_;  // places of the distances in the opposite order
  Node vectors_;
};

}  // namespace sonde
