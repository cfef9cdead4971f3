#include "engine/graph/word_head_graph.h"

#include <openvino/core/model.hpp>
#include <openvino/opsets/opset13.hpp>

#include "engine/graph/graph_nodes.h"
#include "engine/graph/graph_parts.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

std::string without_weight(const std::string& name) {
  return name.substr(0, name.size() - std::string_view(".weight").size());
}

// If the rows have a bias by their name, it is the head's.
Node logits_of(const Node& in, const WordHeadTensors& tensors, const TransformerConfig& config,
               const GraphParts& parts, const Weights& weights) {
  const std::string rows = without_weight(tensors.tokens);
  const bool own_bias = weights.has(rows + ".bias");
  const Node product = parts.dense(in, {rows, config.embedding, config.vocabulary, own_bias});
  return own_bias ? product : graph::add(product, parts.row(tensors.bias, config.vocabulary));
}

}  // namespace

std::shared_ptr<ov::Model> with_word_head(const ov::Model& model, const WordHeadTensors& tensors,
                                          WordLogits logits, const TransformerConfig& config,
                                          const Weights& weights, const GraphOptions& options) {
  TransformerConfig activated = config;
  activated.activation = tensors.activation;
  const GraphParts parts(activated, weights, options);
  const Node states = model.get_results()[0]->input_value(0);
  const Node dense =
      parts.activate(parts.dense(states, {tensors.dense, config.hidden, config.embedding}));
  const Node normed = parts.norm({dense}, tensors.norm, config.embedding);
  Node out = std::make_shared<op::Relu>(logits_of(normed, tensors, config, parts, weights));
  if (logits == WordLogits::kGreatest) {
    out = std::make_shared<op::ReduceMax>(out, graph::integers({1}), false);
  }
  ov::ResultVector results = model.get_results();
  results[0] = std::make_shared<op::Result>(out);
  return std::make_shared<ov::Model>(results, model.get_parameters(), "word_head");
}

}  // namespace sonde
