#include "engine/graph/moved_tokens.h"

#include <cstdint>
#include <openvino/opsets/opset13.hpp>

namespace sonde {
namespace {

namespace op = ov::opset13;
using graph::Node;

// Tokens from the first place to `end`, which is left out and may count from the last.
Node tokens_until(const Node& ids, std::int64_t end) {
  return std::make_shared<op::Slice>(ids, graph::integers({0}), graph::integers({end}),
                                     graph::integers({1}), graph::integers({1}));
}

Node id_of(std::int32_t token) { return op::Constant::create(ov::element::i32, {1, 1}, {token}); }

// [sentences, 1]
Node same_in_each(const Node& ids, std::int32_t token) {
  const auto shape = std::make_shared<op::ShapeOf>(tokens_until(ids, 1), ov::element::i64);
  return std::make_shared<op::Broadcast>(id_of(token), shape);
}

// [sentences, 1]: the token in the place that the count of those other than padding gives.
Node last_of_each(const Node& ids, std::int32_t padding) {
  const auto others = std::make_shared<op::Convert>(
      std::make_shared<op::NotEqual>(ids, id_of(padding)), ov::element::i32);
  const auto count = std::make_shared<op::ReduceSum>(others, graph::integers({1}), true);
  const auto place = std::make_shared<op::Subtract>(count, id_of(1));
  const auto within = std::make_shared<op::Maximum>(place, id_of(0));
  return std::make_shared<op::GatherElements>(ids, within, 1);
}

}  // namespace

Node moved_tokens(const TransformerConfig& config, const Node& ids) {
  const FirstToken kind = config.family->first_token;
  if (kind == FirstToken::kOwn) return ids;
  const Node first = kind == FirstToken::kStart ? same_in_each(ids, config.start_token)
                                                : last_of_each(ids, config.padding_token);
  return std::make_shared<op::Concat>(ov::OutputVector{first, tokens_until(ids, -1)}, 1);
}

}  // namespace sonde
