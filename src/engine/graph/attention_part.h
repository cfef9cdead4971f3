#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_nodes.h"
#include "engine/graph/graph_parts.h"
#include "engine/graph/relative_scores.h"

namespace sonde {

// The attention of each layer of a model, with its projections and the dense layer after it: by
// sonde's own kernel if `kernels_for` allows it, else by OpenVINO's operations.
class AttentionPart {
 public:
  using Node = graph::Node;

  // `ids`: of the tokens, i32 [sentences, length]. `hidden`: 1 for each token that no other attends
  // to, or no node.
  AttentionPart(const TransformerConfig& config, const GraphParts& parts, const Node& ids,
                const Node& hidden);

  Node operator()(const Node& in, std::size_t layer) const;
  // Attention of the layer's tokens to those of an encoder, all to all, with its projections and
  // the dense layer after it, by OpenVINO's operations (Vaswani et al., 2017, section 3.2.3).
  Node across(const Node& in, const Node& encoded, std::size_t layer) const;

 private:
  // Sines and cosines of each token's angles, [1, 1, length, pairs].
  struct Turns {
    Node cosines, sines;
  };

  Turns turns_of(const Rope& rope, const Node& ids) const;
  Node mask(std::size_t window) const;
  // Adds `unseen_` to the mask. Either may be no node.
  Node without_hidden(const Node& mask) const;
  // The bias by distance, from the layer's tables or those that all layers share: added to the
  // scaled scores, [1, heads, length, length]. No node: no bias.
  Node relative_bias(std::size_t layer) const;
  Node biases_of(const std::string& table) const;
  // The term that states and distances add to the scaled scores, for queries and keys by heads.
  Node relative_scores(const Node& query, const Node& key, std::size_t layer) const;
  // A query by heads, plus the bias of this name.
  Node with_bias(const Node& query, std::size_t layer, std::string_view name) const;
  DenseLayer matrix(std::size_t layer, std::string_view name, std::size_t inputs,
                    std::size_t outputs, bool bias) const;
  // Vectors of distances as if they were queries and keys, by heads.
  ov::OutputVector distances(std::size_t layer) const;
  // Query, key and value: three, or, on tiles and if the weights have them so, one.
  ov::OutputVector projections(const Node& in, std::size_t layer) const;
  ov::OutputVector divided(const ov::OutputVector& parts, const LayerFacts& facts) const;
  Node own_attention(ov::OutputVector parts, const Node& bias) const;
  Node library_attention(const ov::OutputVector& parts, std::size_t layer, const Node& bias) const;
  void add_bias(std::size_t layer, std::string_view name, Node& part) const;
  Node scaled(const Node& query) const;
  bool needs_own_mask(const LayerFacts& facts) const;
  Node attended(const ov::OutputVector& inputs, const Node& mask) const;
  Node capped_attention(const ov::OutputVector& inputs, const Node& mask) const;
  // [sentences, heads, length, head width]
  Node heads(const Node& in, std::size_t count) const;
  Node joined(const Node& by_heads, const LayerFacts& facts) const;
  Node normed(const Node& in, std::size_t layer, std::string_view name, std::size_t count) const;
  Node rotated(const Node& in, std::size_t rope) const;
  Node repeated(const Node& in, const LayerFacts& facts) const;

  const TransformerConfig& config_;
  const GraphParts& parts_;
  std::vector<Turns> turns_;
  Node distances_;  // key - query: [length, length]
  std::optional<RelativeScores> relative_;
  Node shared_bias_;  // for all layers, if they share one
  Node unseen_;       // hides tokens if added to scores: [sentences, 1, 1, length]
};

}  // namespace sonde
