#include "engine/graph/relative_scores.h"

#include <cmath>
#include <cstdint>
#include <openvino/opsets/opset13.hpp>
#include <string>
#include <vector>

#include "engine/config/relative_buckets.h"

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

Node subtract(const Node& a, const Node& b) { return std::make_shared<op::Subtract>(a, b); }

Node slice(const Node& in, const Node& first, const Node& end, std::int64_t axis) {
  return std::make_shared<op::Slice>(in, first, end, graph::integers({1}), graph::integers({axis}));
}

Node product(const Node& a, const Node& b) {
  return std::make_shared<op::MatMul>(a, b, false, true);
}

}  // namespace

RelativeScores::RelativeScores(const TransformerConfig& config, const GraphParts& parts,
                               const Node& ids)
    : config_(config), length_(graph::length_of(ids)) {
  const Node last = subtract(graph::add(length_, length_), graph::integers({2}));
  const Node scalar = std::make_shared<op::Squeeze>(last, graph::integers({0}));
  opposite_ =
      std::make_shared<op::Range>(scalar, graph::integer(-1), graph::integer(-1), ov::element::i64);
  const bool table = config.family->relative == Relative::kDisentangled;
  vectors_ = table ? vectors_of_table(parts) : sinusoids();
}

Node RelativeScores::seen(const Node& all) const {
  const Node middle = graph::integers({static_cast<std::int64_t>(config_.positions) - 1});
  const Node first = subtract(graph::add(middle, graph::integers({1})), length_);
  return slice(all, first, graph::add(middle, length_), 0);
}

// In f32, as transformers computes them.
Node RelativeScores::sinusoids() const {
  const std::size_t width = config_.hidden;
  const auto farthest = static_cast<std::int64_t>(config_.positions) - 1;
  std::vector<float> rows;  // for each key - query
  for (std::int64_t distance = -farthest; distance <= farthest; ++distance) {
    for (const bool sines : {true, false}) {
      for (std::size_t i = 0; i < width / 2; ++i) {
        const float angle = static_cast<float>(-distance) * sinusoid_frequency(i, width);
        rows.push_back(sines ? std::sin(angle) : std::cos(angle));
      }
    }
  }
  const auto count = static_cast<std::size_t>(2 * farthest + 1);
  return graph::unsqueeze(seen(graph::floats(rows, {count, width})), 0);
}

Node RelativeScores::vectors_of_table(const GraphParts& parts) const {
  const RelativeAttention& facts = config_.relative;
  const auto farthest = static_cast<std::int64_t>(config_.positions) - 1;
  std::vector<std::int64_t> rows;  // for each key - query
  for (std::int64_t distance = -farthest; distance <= farthest; ++distance) {
    rows.push_back(disentangled_row(-distance, facts.span, facts.reach));
  }
  const std::string table(config_.family->model_names.distances);
  const Node all = parts.table(table + ".weight", 2 * facts.span, config_.hidden);
  const Node vectors = graph::unsqueeze(graph::gather(all, seen(graph::integers(rows)), 0), 0);
  if (!facts.normed) return vectors;
  return parts.norm({vectors}, std::string(config_.family->model_names.distances_norm),
                    config_.hidden);
}

Node RelativeScores::of_queries(const Node& queries, const Node& distances) const {
  return by_place(product(queries, distances));
}

Node RelativeScores::of_keys(const Node& keys, const Node& distances) const {
  const Node by_key = by_place(product(keys, graph::gather(distances, opposite_, 2)));
  return graph::transpose(by_key, {0, 1, 3, 2});
}

// Row i begins length - 1 - i columns later. With one column more in each row, all these
// beginnings are equally far apart in memory.
Node RelativeScores::by_place(const Node& products) const {
  const Node padded = std::make_shared<op::Pad>(products, graph::integers({0, 0, 0, 0}),
                                                graph::integers({0, 0, 0, 1}), graph::real(0),
                                                ov::op::PadMode::CONSTANT);
  const Node one = graph::integers({1});
  const Node columns = subtract(graph::add(length_, length_), one);
  const Node first = subtract(length_, one);
  const Node flat = slice(graph::reshape(padded, {0, 0, -1}), first,
                          graph::add(first, graph::multiply(length_, columns)), 2);
  const Node shape =
      std::make_shared<op::Concat>(ov::OutputVector{graph::integers({0, 0}), length_, columns}, 0);
  const Node rows = std::make_shared<op::Reshape>(flat, shape, true);
  return slice(rows, graph::integers({0}), length_, 3);
}

}  // namespace sonde
