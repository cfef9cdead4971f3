#include "engine/graph/pre_norm_graph.h"

#include <algorithm>
#include <cmath>
#include <openvino/core/model.hpp>
#include <openvino/opsets/opset13.hpp>
#include <string>
#include <vector>

#include "engine/graph/attention_part.h"
#include "engine/graph/graph_parts.h"
#include "engine/graph/layer_count.h"
#include "engine/graph/moved_tokens.h"
#include "engine/graph/word_table_name.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

class PreNormGraph {
 public:
  PreNormGraph(const TransformerConfig& config, const Weights& weights, const GraphOptions& options)
      : config_(config),
        weights_(weights),
        words_(word_table_name(*config.family, weights)),
        parts_(config, weights, options) {}

  std::shared_ptr<ov::Model> build(std::span<const std::size_t> taps) const {
    const auto ids = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
    const auto states = states_of(ids, *std::ranges::max_element(taps));
    ov::ResultVector results;
    for (const std::size_t tap : taps) results.push_back(std::make_shared<op::Result>(states[tap]));
    return std::make_shared<ov::Model>(results, ov::ParameterVector{ids}, "pre_norm");
  }

 private:
  // States of the embeddings and of each layer up to the deepest.
  std::vector<Node> states_of(const Node& ids, std::size_t deepest) const {
    const Node seen = moved_tokens(config_, parts_.without_hidden(ids));
    const AttentionPart attention(config_, parts_, seen, parts_.hidden(ids));
    std::vector<Node> states{embeddings(seen)};
    const Node encoded = deepest > 0 ? encoder_states(ids) : Node();
    while (states.size() <= deepest) {
      states.push_back(layer(states.back(), states.size() - 1, attention, encoded));
    }
    if (deepest == config_.layers) states.back() = final_norm(states.back());
    return states;
  }

  // No node if the model has no encoder.
  Node encoder_states(const Node& ids) const {
    if (config_.encoder == nullptr) return {};
    const TransformerConfig& encoder = *config_.encoder;
    return PreNormGraph(encoder, weights_, parts_.options()).states_of(ids, encoder.layers).back();
  }

  const ModelNames& names() const { return config_.family->model_names; }

  Node embeddings(const Node& ids) const {
    const std::size_t width = config_.hidden;
    const Node words = parts_.table(words_, config_.vocabulary, width);
    Node sum = graph::gather(words, ids, 0);
    if (config_.scaled_embeddings) {
      sum = graph::multiply(sum, graph::real(std::sqrt(static_cast<float>(width))));
    }
    if (config_.learned_positions) {
      const Node rows =
          parts_.table(std::string(names().positions) + ".weight", config_.position_rows(), width);
      const Node seen = graph::rows_of_places(rows, ids, config_.position_offset);
      sum = graph::add(sum, graph::unsqueeze(seen, 0));
    }
    if (names().embedding_norm.empty()) return sum;
    return parts_.norm({sum}, std::string(names().embedding_norm), width);
  }

  // transformers counts the normalised state as the last layer's.
  Node final_norm(const Node& in) const {
    if (names().final_norm.empty()) return in;
    return parts_.norm({in}, std::string(names().final_norm), config_.hidden);
  }

  Node norm(const Node& in, std::size_t layer, std::string_view name) const {
    if (name.empty()) return in;
    return parts_.norm({in}, config_.layer_path(layer) + std::string(name), config_.hidden);
  }

  Node layer(const Node& in, std::size_t number, const AttentionPart& attention,
             const Node& encoded) const {
    const LayerNames& names = config_.family->names;
    const bool normed = number > 0 || config_.family->first_norm;
    const Node entering = normed ? norm(in, number, names.attention_input_norm) : in;
    const Node attended = norm(attention(entering, number), number, names.attended_norm);
    Node middle = graph::add(in, attended);
    if (config_.encoder != nullptr) {
      const Node normed_middle = norm(middle, number, names.cross_norm);
      middle = graph::add(middle, attention.across(normed_middle, encoded, number));
    }
    const Node from = config_.parallel ? in : middle;
    const Node forward =
        parts_.feed_forward(norm(from, number, names.feed_forward_input_norm), number);
    return graph::add(middle, norm(forward, number, names.norm));
  }

  const TransformerConfig& config_;
  const Weights& weights_;
  std::string words_;
  GraphParts parts_;
};

}  // namespace

std::shared_ptr<ov::Model> build_pre_norm(const TransformerConfig& config, const Weights& weights,
                                          std::span<const std::size_t> taps,
                                          const GraphOptions& options) {
  check_layer_count(config, weights);
  return PreNormGraph(config, weights, options).build(taps);
}

}  // namespace sonde
