#include "engine/graph/post_norm_graph.h"

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

class PostNormGraph {
 public:
  PostNormGraph(const TransformerConfig& config, const Weights& weights,
                const GraphOptions& options)
      : config_(config),
        weights_(weights),
        words_(word_table_name(*config.family, weights)),
        parts_(config, weights, options),
        typed_(options.second_type && config.token_types > 1) {}

  std::shared_ptr<ov::Model> build(std::span<const std::size_t> taps) const {
    const auto ids = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
    const auto states = states_of(ids, *std::ranges::max_element(taps));
    ov::ResultVector results;
    for (const std::size_t tap : taps) results.push_back(std::make_shared<op::Result>(states[tap]));
    // In bf16 the engine leaves inputs of a result in f32, but for products. Without a result a
    // projection's product would be rounded, and the bits of all layers would depend on the taps.
    if (config_.projects && !parts_.on_tiles()) {
      results.push_back(std::make_shared<op::Result>(states.front()));
    }
    return std::make_shared<ov::Model>(results, ov::ParameterVector{ids}, "post_norm");
  }

 private:
  // States of the embeddings and of each layer up to the deepest.
  std::vector<Node> states_of(const Node& ids, std::size_t deepest) const {
    const Node seen = moved_tokens(config_, parts_.without_hidden(ids));
    std::vector<Node> states{embeddings(seen)};
    const AttentionPart attention(config_, parts_, seen, parts_.hidden(ids));
    const Node encoded = deepest > 0 ? encoder_states(ids) : Node();
    while (states.size() <= deepest) {
      states.push_back(layer(states.back(), states.size() - 1, attention, encoded));
    }
    return states;
  }

  // No node if the model has no encoder.
  Node encoder_states(const Node& ids) const {
    if (config_.encoder == nullptr) return {};
    const TransformerConfig& encoder = *config_.encoder;
    return PostNormGraph(encoder, weights_, parts_.options()).states_of(ids, encoder.layers).back();
  }

  const ModelNames& names() const { return config_.family->model_names; }

  Node embeddings(const Node& given) const {
    const Node ids = typed_ ? graph::lowered(given, config_.vocabulary) : given;
    const std::size_t width = config_.embedding;
    Node sum = graph::gather(parts_.table(words_, config_.vocabulary, width), ids, 0);
    if (config_.scaled_embeddings) {
      sum = graph::multiply(sum, graph::real(std::sqrt(static_cast<float>(width))));
    }
    const auto add_first_row = [&](const std::string& name, std::size_t rows) {
      if (rows > 0) sum = graph::add(sum, parts_.first_row(name, rows, width));
    };
    const std::string types = "embeddings.token_type_embeddings.weight";
    if (typed_) {
      const Node table = parts_.table(types, config_.token_types, width);
      sum = graph::add(sum, graph::gather(table, graph::is_raised(given, config_.vocabulary), 0));
    } else {
      add_first_row(types, config_.token_types);
    }
    if (config_.learned_positions) sum = graph::add(sum, positions(ids));
    add_first_row("embeddings.task_type_embeddings.weight", config_.task_types);
    if (!names().embedding_norm.empty()) {
      sum = parts_.norm({sum}, std::string(names().embedding_norm), width);
    }
    if (!config_.projects) return sum;
    return parts_.dense(sum, {std::string(config_.family->projection_name), width, config_.hidden});
  }

  Node positions(const Node& ids) const {
    const Node rows = parts_.table(std::string(names().positions) + ".weight",
                                   config_.position_rows(), config_.embedding);
    if (config_.padding) return graph::gather(rows, places_after_padding(ids), 0);
    return graph::unsqueeze(graph::rows_of_places(rows, ids, config_.position_offset), 0);
  }

  // Like RoBERTa: a padding token is not counted, and its place is its own id.
  Node places_after_padding(const Node& ids) const {
    const auto padding = op::Constant::create(ov::element::i32, {1, 1}, {*config_.padding});
    const auto counts = std::make_shared<op::Convert>(std::make_shared<op::NotEqual>(ids, padding),
                                                      ov::element::i32);
    const auto axis = op::Constant::create(ov::element::i32, {}, {1});
    const auto places = std::make_shared<op::CumSum>(counts, axis);
    return graph::add(graph::multiply(places, counts), padding);
  }

  Node layer(const Node& in, std::size_t number, const AttentionPart& attention,
             const Node& encoded) const {
    const LayerNames& names = config_.family->names;
    const std::string path = config_.layer_path(number);
    const auto norm = [&](const Node& a, const Node& b, std::string_view name) {
      return parts_.norm({a, b}, path + std::string(name), config_.hidden);
    };
    Node middle = norm(attention(in, number), in, names.attended_norm);
    if (config_.encoder != nullptr) {
      middle = norm(attention.across(middle, encoded, number), middle, names.cross_norm);
    }
    const Node out = norm(parts_.feed_forward(middle, number), middle, names.norm);
    return number == 0 && config_.convolution > 0 ? convolved(in, out) : out;
  }

  // At the first layer: each token's state and its neighbours', through one matrix.
  Node convolved(const Node& in, const Node& out) const {
    const ModelNames& names = config_.family->model_names;
    const Node beside = parts_.activate(parts_.convolution(in, std::string(names.convolution),
                                                           config_.hidden, config_.convolution));
    return parts_.norm({out, beside}, std::string(names.convolution_norm), config_.hidden);
  }

  const TransformerConfig& config_;
  const Weights& weights_;
  std::string words_;
  GraphParts parts_;
  bool typed_;
};

}  // namespace

std::shared_ptr<ov::Model> build_post_norm(const TransformerConfig& config, const Weights& weights,
                                           std::span<const std::size_t> taps,
                                           const GraphOptions& options) {
  check_layer_count(config, weights);
  return PostNormGraph(config, weights, options).build(taps);
}

}  // namespace sonde
