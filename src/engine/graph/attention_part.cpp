#include "engine/graph/attention_part.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <openvino/opsets/opset13.hpp>
#include <string>
#include <utility>

#include "engine/config/relative_buckets.h"
#include "engine/graph/kernel_node.h"
#include "engine/kernels/attention.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

std::int64_t signed_of(std::size_t size) { return static_cast<std::int64_t>(size); }

bool is_there(const Node& node) { return node.get_node() != nullptr; }

// Tokens that attend to none get 0, as in torch. OpenVINO's greatest of -inf is the lowest float.
Node zero_if_blind(const Node& mixed, const Node& mask) {
  const auto greatest = std::make_shared<op::ReduceMax>(mask, graph::integers({3}), true);
  const auto sees =
      std::make_shared<op::Greater>(greatest, graph::real(std::numeric_limits<float>::lowest()));
  return std::make_shared<op::Select>(sees, mixed, graph::real(0));
}

}  // namespace

AttentionPart::AttentionPart(const TransformerConfig& config, const GraphParts& parts,
                             const Node& ids, const Node& hidden)
    : config_(config), parts_(parts), distances_(graph::distances_of(ids)) {
  for (const auto& rope : config.ropes) turns_.push_back(turns_of(rope, ids));
  if (config.relative.span > 0) relative_.emplace(config, parts, ids);
  const std::string table(config.family->relative_bias);
  if (config.buckets > 0 && table.find('#') == table.npos) shared_bias_ = biases_of(table);
  if (!is_there(hidden)) return;
  const auto seen =
      std::make_shared<op::Equal>(hidden, op::Constant::create(ov::element::i32, {}, {0}));
  const auto added = std::make_shared<op::Select>(
      seen, graph::real(0), graph::real(-std::numeric_limits<float>::infinity()));
  unseen_ = graph::unsqueeze(graph::unsqueeze(added, 1), 1);
}

// Uses tables: OpenVINO would compute the angles in bf16 if bf16 is selected.
AttentionPart::Turns AttentionPart::turns_of(const Rope& rope, const Node& ids) const {
  const std::size_t pairs = rope.frequencies.size();
  std::vector<float> cosines, sines;
  for (std::size_t place = 0; place < config_.positions; ++place) {
    for (const double frequency : rope.frequencies) {
      const double angle = static_cast<double>(place) * frequency;
      cosines.push_back(static_cast<float>(rope.scale * std::cos(angle)));
      sines.push_back(static_cast<float>(rope.scale * std::sin(angle)));
    }
  }
  const auto rows = [&](const std::vector<float>& table) {
    const Node all = graph::floats(table, {config_.positions, pairs});
    return graph::unsqueeze(graph::unsqueeze(graph::rows_of_places(all, ids), 0), 0);
  };
  return {rows(cosines), rows(sines)};
}

// The mask to add to the scores: [1, 1, length, length].
Node AttentionPart::mask(std::size_t window) const {
  Node seen;
  const auto both = [&](const Node& more) {
    seen = is_there(seen) ? std::make_shared<op::LogicalAnd>(seen, more)->output(0) : more;
  };
  if (config_.causal) both(std::make_shared<op::LessEqual>(distances_, graph::integer(0)));
  if (window > 0) {
    both(std::make_shared<op::Less>(std::make_shared<op::Abs>(distances_),
                                    graph::integer(signed_of(window))));
  }
  const Node nothing = graph::real(-std::numeric_limits<float>::infinity());
  const auto added = std::make_shared<op::Select>(seen, graph::real(0), nothing);
  return graph::unsqueeze(graph::unsqueeze(added, 0), 0);
}

Node AttentionPart::without_hidden(const Node& mask) const {
  if (!is_there(unseen_)) return mask;
  const Node rest = !is_there(mask) && config_.causal ? this->mask(0) : mask;
  return is_there(rest) ? graph::add(rest, unseen_) : unseen_;
}

Node AttentionPart::relative_bias(std::size_t layer) const {
  if (config_.buckets == 0 || is_there(shared_bias_)) return shared_bias_;
  return biases_of(numbered(config_.family->relative_bias, layer));
}

Node AttentionPart::biases_of(const std::string& table) const {
  const auto reach = static_cast<std::int64_t>(config_.positions) - 1;
  std::vector<std::int64_t> buckets;
  for (std::int64_t distance = -reach; distance <= reach; ++distance) {
    buckets.push_back(relative_bucket(distance));
  }
  const Node all = parts_.table(table + ".weight", config_.buckets, config_.heads);
  const Node by_distance =
      graph::transpose(graph::gather(all, graph::integers(buckets), 0), {1, 0});
  const Node places = graph::add(distances_, graph::integer(reach));
  return graph::unsqueeze(graph::gather(by_distance, places, 1), 0);
}

// Without a name nothing is added.
Node AttentionPart::with_bias(const Node& query, std::size_t layer, std::string_view name) const {
  if (name.empty()) return query;
  const std::string full = config_.layer_path(layer) + std::string(name);
  return graph::add(query, parts_.head_rows(full, config_.heads, config_.head_width));
}

// The layer's matrix, as the family stores it.
DenseLayer AttentionPart::matrix(std::size_t layer, std::string_view name, std::size_t inputs,
                                 std::size_t outputs, bool bias) const {
  DenseLayer dense = parts_.dense_of_layer(layer, name, inputs, outputs, bias);
  if (!config_.family->headed_matrices) return dense;
  dense.heads = config_.heads;
  dense.transposed = name != config_.family->names.attended;
  return dense;
}

// See He et al. (2021), section 3.1, and Dai et al. (2019), section 3.3.
Node AttentionPart::relative_scores(const Node& query, const Node& key, std::size_t layer) const {
  const auto of_distances = distances(layer);
  Node scores;
  if (config_.relative.of_queries) {
    const Node biased = with_bias(query, layer, config_.family->names.distance_bias);
    scores = relative_->of_queries(biased, of_distances[1]);
  }
  if (config_.relative.of_keys) {
    const Node more = relative_->of_keys(key, of_distances[0]);
    scores = is_there(scores) ? graph::add(scores, more) : more;
  }
  return is_there(scores) ? graph::multiply(scores, graph::real(config_.attention_scale)) : scores;
}

ov::OutputVector AttentionPart::distances(std::size_t layer) const {
  const LayerNames& names = config_.family->names;
  const LayerFacts& facts = config_.layer_facts[layer];
  const std::size_t size = facts.heads * config_.head_width;
  if (config_.relative.shared) {
    const auto parts = divided(projections(relative_->vectors(), layer), facts);
    return {heads(parts[0], facts.heads), heads(parts[1], facts.heads)};
  }
  const auto of = [&](bool wanted, std::string_view name, bool bias) {
    if (!wanted) return Node();
    const auto dense = matrix(layer, name, config_.hidden, size, bias);
    return heads(parts_.dense(relative_->vectors(), dense), facts.heads);
  };
  return {of(config_.relative.of_keys, names.distance_query, true),
          of(config_.relative.of_queries, names.distance_key, config_.family->distance_key_bias)};
}

Node AttentionPart::operator()(const Node& in, std::size_t layer) const {
  const Node bias = relative_bias(layer);
  const auto parts = projections(in, layer);
  const Node mixed = parts_.options().kernels.attention ? own_attention(parts, bias)
                                                        : library_attention(parts, layer, bias);
  const std::size_t width = config_.layer_facts[layer].heads * config_.head_width;
  return parts_.dense(mixed, matrix(layer, config_.family->names.attended, width, config_.hidden,
                                    config_.biases.attended));
}

Node AttentionPart::across(const Node& in, const Node& encoded, std::size_t layer) const {
  const LayerNames& names = config_.family->names;
  const LayerFacts& facts = config_.layer_facts[layer];
  const std::size_t width = facts.heads * config_.head_width;
  const auto part = [&](const Node& from, std::string_view name) {
    const bool bias = config_.biases.projections;
    return heads(parts_.dense(from, matrix(layer, name, config_.hidden, width, bias)), facts.heads);
  };
  const ov::OutputVector inputs{part(in, names.cross_query), part(encoded, names.cross_key),
                                part(encoded, names.cross_value)};
  const Node mixed = std::make_shared<op::ScaledDotProductAttention>(inputs, false);
  return parts_.dense(joined(mixed, facts),
                      matrix(layer, names.crossed, width, config_.hidden, config_.biases.attended));
}

ov::OutputVector AttentionPart::projections(const Node& in, std::size_t layer) const {
  const LayerNames& names = config_.family->names;
  const LayerFacts& facts = config_.layer_facts[layer];
  const std::size_t queries = facts.heads * config_.head_width;
  const std::size_t keys = facts.key_value_heads * config_.head_width;
  const auto dense = [&](std::string_view name, std::size_t outputs) {
    return matrix(layer, name, config_.hidden, outputs, config_.biases.projections);
  };
  if (config_.family->fusion != Fused::kNone) {
    return {parts_.dense(in, dense(names.fused, queries + 2 * keys))};
  }
  return parts_.dense_layers(
      in, {dense(names.query, queries), dense(names.key, keys), dense(names.value, keys)});
}

Node AttentionPart::own_attention(ov::OutputVector parts, const Node& bias) const {
  const std::size_t heads = config_.heads, width = config_.head_width, size = heads * width;
  const bool joined = parts.size() == 1, biased = is_there(bias);
  if (biased) parts.push_back(bias);
  const float scale = config_.attention_scale;
  return kernel_node(parts, size, [=](const ov::TensorVector& inputs, float* out) {
    const ov::Shape& shape = inputs[0].get_shape();
    const auto part = [&](std::size_t i) {
      return joined ? inputs[0].data<const float>() + i * size : inputs[i].data<const float>();
    };
    attend({shape[0], shape[1], heads, width, shape[2], scale}, part(0), part(1), part(2),
           biased ? inputs.back().data<const float>() : nullptr, out);
  });
}

// Into query, key and value.
ov::OutputVector AttentionPart::divided(const ov::OutputVector& parts,
                                        const LayerFacts& facts) const {
  if (parts.size() > 1) return parts;
  const std::size_t width = config_.head_width;
  const std::size_t queries = facts.heads * width, keys = facts.key_value_heads * width;
  if (config_.family->fusion != Fused::kByHead) {
    return graph::split(parts[0], 2, {queries, keys, keys});
  }
  const Node by_head =
      graph::reshape(parts[0], {0, 0, signed_of(facts.heads), signed_of(3 * width)});
  ov::OutputVector three;
  for (const Node& part : graph::split(by_head, 3, {width, width, width})) {
    three.push_back(graph::reshape(part, {0, 0, signed_of(queries)}));
  }
  return three;
}

Node AttentionPart::library_attention(const ov::OutputVector& parts, std::size_t layer,
                                      const Node& bias) const {
  const LayerFacts& facts = config_.layer_facts[layer];
  const LayerNames& names = config_.family->names;
  auto three = divided(parts, facts);
  if (config_.clip > 0) {
    const auto bound = static_cast<double>(config_.clip);
    for (Node& part : three) part = std::make_shared<op::Clamp>(part, -bound, bound);
  }
  add_bias(layer, names.query_bias, three[0]);
  add_bias(layer, names.value_bias, three[2]);
  const Node query = normed(three[0], layer, names.query_norm, facts.heads);
  const Node key = normed(three[1], layer, names.key_norm, facts.key_value_heads);
  const Node turned = scaled(rotated(with_bias(query, layer, names.content_bias), facts.rope));
  const Node added = relative_ ? relative_scores(query, key, layer) : bias;
  const ov::OutputVector inputs{turned, repeated(rotated(key, facts.rope), facts),
                                repeated(heads(three[2], facts.key_value_heads), facts)};
  const Node rest = needs_own_mask(facts) && !is_there(added) ? mask(facts.window) : added;
  const Node whole = without_hidden(rest);
  Node mixed = attended(inputs, whole);
  if (facts.window > 0 && is_there(unseen_)) mixed = zero_if_blind(mixed, whole);
  return joined(mixed, facts);
}

// Back to [sentences, length, numbers].
Node AttentionPart::joined(const Node& by_heads, const LayerFacts& facts) const {
  return graph::reshape(graph::transpose(by_heads, {0, 2, 1, 3}),
                        {0, 0, signed_of(facts.heads * config_.head_width)});
}

// The operation scales by its own default, so that only another scale is a product of the query.
Node AttentionPart::scaled(const Node& query) const {
  const float usual = 1 / std::sqrt(static_cast<float>(config_.head_width));
  if (config_.attention_scale == usual) return query;
  return graph::multiply(query, graph::real(config_.attention_scale / usual));
}

// Whether the operation's own mask is not enough.
bool AttentionPart::needs_own_mask(const LayerFacts& facts) const {
  return facts.window > 0 || (config_.causal && config_.soft_cap > 0);
}

// Adds nothing without a name.
void AttentionPart::add_bias(std::size_t layer, std::string_view name, Node& part) const {
  if (name.empty()) return;
  const std::string full = config_.layer_path(layer) + std::string(name);
  const std::size_t size = config_.layer_facts[layer].heads * config_.head_width;
  part = graph::add(part, parts_.row(full, size));
}

Node AttentionPart::attended(const ov::OutputVector& inputs, const Node& mask) const {
  if (config_.soft_cap > 0) return capped_attention(inputs, mask);
  ov::OutputVector all = inputs;
  if (is_there(mask)) all.push_back(mask);
  return std::make_shared<op::ScaledDotProductAttention>(all, config_.causal && !is_there(mask));
}

// Gemma Team (2024), section 2.
Node AttentionPart::capped_attention(const ov::OutputVector& inputs, const Node& mask) const {
  const float scale = 1 / std::sqrt(static_cast<float>(config_.head_width));
  const auto scores = std::make_shared<op::MatMul>(inputs[0], inputs[1], false, true);
  const Node small = graph::multiply(scores, graph::real(scale / config_.soft_cap));
  Node capped = graph::multiply(std::make_shared<op::Tanh>(small), graph::real(config_.soft_cap));
  if (is_there(mask)) capped = graph::add(capped, mask);
  return std::make_shared<op::MatMul>(std::make_shared<op::Softmax>(capped, -1), inputs[2]);
}

Node AttentionPart::heads(const Node& in, std::size_t count) const {
  const auto width = signed_of(config_.head_width);
  return graph::transpose(graph::reshape(in, {0, 0, signed_of(count), width}), {0, 2, 1, 3});
}

// Normalises query or key by heads, unless the name is empty.
Node AttentionPart::normed(const Node& in, std::size_t layer, std::string_view name,
                           std::size_t count) const {
  if (name.empty()) return heads(in, count);
  const std::string full = config_.layer_path(layer) + std::string(name);
  if (config_.family->query_norm_of == QueryNorm::kHead) {
    return parts_.library_norm(heads(in, count), full, config_.head_width);
  }
  return heads(parts_.library_norm(in, full, count * config_.head_width), count);
}

Node AttentionPart::rotated(const Node& in, std::size_t rope) const {
  if (turns_.empty()) return in;
  const std::size_t pairs = config_.ropes[rope].frequencies.size();
  const auto& [cosines, sines] = turns_[rope];
  const std::size_t rest = config_.head_width - 2 * pairs;
  std::vector<std::size_t> sizes{pairs, pairs};
  if (rest > 0) sizes.push_back(rest);
  const auto parts = graph::split(in, 3, sizes);
  const Node first = std::make_shared<op::Subtract>(graph::multiply(parts[0], cosines),
                                                    graph::multiply(parts[1], sines));
  const Node second =
      graph::add(graph::multiply(parts[1], cosines), graph::multiply(parts[0], sines));
  ov::OutputVector all{first, second};
  if (rest > 0) all.push_back(parts[2]);
  return std::make_shared<op::Concat>(all, 3);
}

// Keys and values with fewer heads serve several queries.
Node AttentionPart::repeated(const Node& in, const LayerFacts& facts) const {
  if (facts.key_value_heads == facts.heads) return in;
  std::vector<std::int64_t> of_query;
  for (std::size_t head = 0; head < facts.heads; ++head) {
    of_query.push_back(signed_of(head * facts.key_value_heads / facts.heads));
  }
  return graph::gather(in, graph::integers(of_query), 1);
}

}  // namespace sonde
