#include "engine/graph/int8_weights.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <openvino/opsets/opset13.hpp>
#include <span>
#include <utility>

#include "base/threads.h"

namespace sonde {
namespace {

namespace op = ov::opset13;

constexpr float kSteps = 127;  // to each side of 0

// The scale of the numbers of one output, and the numbers by it.
float quantise(std::span<const float> row, std::int8_t* out) {
  float largest = 0;
  for (const float number : row) largest = std::max(largest, std::fabs(number));
  const float scale = largest / kSteps;
  if (scale == 0) return 1;  // all numbers are 0, as those of `out` are
  for (std::size_t i = 0; i < row.size(); ++i) {
    const float steps = std::nearbyint(row[i] / scale);
    out[i] = static_cast<std::int8_t>(std::clamp(steps, -kSteps, kSteps));
  }
  return scale;
}

// Constants share the weights' memory.
template <class Number>
graph::Node constant_of(const std::shared_ptr<Int8Weights>& weights, ov::element::Type type,
                        const ov::Shape& shape, const std::vector<Number>& numbers) {
  return std::make_shared<op::Constant>(type, shape, numbers.data(), weights);
}

}  // namespace

std::size_t int8_group(const TransformerConfig& config) {
  std::vector<std::size_t> inputs{config.hidden};
  if (config.projects) inputs.push_back(config.embedding);
  for (const auto* part : {&config, config.encoder.get()}) {
    if (part == nullptr) continue;
    for (const LayerFacts& facts : part->layer_facts) {
      inputs.insert(inputs.end(), {facts.intermediate, facts.heads * part->head_width});
    }
  }
  std::size_t group = 64;
  for (const std::size_t count : inputs) {
    while (count >= kFewestInt8Inputs && group > count) group /= 2;
  }
  return config.hidden < kFewestInt8Inputs ? 0 : group;
}

Int8Weights int8_weights(const Tensor& stored, std::size_t inputs, bool transposed,
                         std::size_t threads) {
  const std::size_t size = element_size(stored.type);
  const std::size_t outputs = stored.bytes.size() / size / inputs;
  Int8Weights weights{std::vector<std::int8_t>(outputs * inputs), std::vector<float>(outputs)};
  constexpr std::size_t kOutputsAtOnce = 64;
  parallel_for(outputs, kOutputsAtOnce, threads, [&](std::size_t first, std::size_t last) {
    std::vector<float> row(inputs);
    for (std::size_t o = first; o < last; ++o) {
      for (std::size_t i = 0; i < inputs; ++i) {
        const std::size_t at = transposed ? i * outputs + o : o * inputs + i;
        row[i] = read_float(stored.type, stored.bytes.data() + at * size);
      }
      weights.scales[o] = quantise(row, weights.numbers.data() + o * inputs);
    }
  });
  return weights;
}

graph::Node int8_matrix(Int8Weights weights) {
  const auto owned = std::make_shared<Int8Weights>(std::move(weights));
  const std::size_t outputs = owned->scales.size(), inputs = owned->numbers.size() / outputs;
  const auto numbers = constant_of(owned, ov::element::i8, {outputs, inputs}, owned->numbers);
  const auto scales = constant_of(owned, ov::element::f32, {outputs, 1}, owned->scales);
  return graph::multiply(std::make_shared<op::Convert>(numbers, ov::element::f32), scales);
}

}  // namespace sonde
