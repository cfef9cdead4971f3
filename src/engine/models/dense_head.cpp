#include "engine/models/dense_head.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "sonde/error.h"

namespace sonde {

Head::Head(std::span<const HeadStep> steps, const std::optional<PoolerFacts>& pooler) {
  if (pooler) {
    const DenseFacts facts{
        .weights = {}, .in = pooler->size, .out = pooler->size, .bias = true, .tanh = true};
    steps_.emplace_back(read_dense(pooler->weights, pooler->name, facts));
  }
  for (const auto& step : steps) {
    const auto* dense = std::get_if<DenseFacts>(&step);
    if (const auto* truncate = std::get_if<TruncateFacts>(&step)) {
      steps_.emplace_back(*truncate);
    } else if (dense == nullptr) {
      steps_.emplace_back(NormalizeFacts{});
    } else {
      const Weights weights(dense->weights, "");
      weights.check_finite(1);
      steps_.emplace_back(read_dense(weights, "linear", *dense));
    }
  }
}

Head::Dense Head::read_dense(const Weights& weights, const std::string& name,
                             const DenseFacts& facts) {
  Dense dense{facts.in, facts.out, {}, std::vector<float>(facts.out), facts.tanh};
  const auto by_output = weights.floats(name + ".weight", {facts.out, facts.in});
  dense.by_input.resize(by_output.size());
  for (std::size_t o = 0; o < facts.out; ++o) {
    for (std::size_t i = 0; i < facts.in; ++i) {
      dense.by_input[i * facts.out + o] = by_output[o * facts.in + i];
    }
  }
  if (!facts.bias && weights.has(name + ".bias")) {
    throw input_error(
        "has the tensor '" + name + ".bias', but config.json says that it has no bias",
        {weights.file()}, "config.json and the weights do not match");
  }
  if (facts.bias) dense.bias = weights.floats(name + ".bias", {facts.out});
  return dense;
}

std::vector<double> Head::apply(const Dense& dense, std::span<const double> in) {
  std::vector<double> out(dense.bias.begin(), dense.bias.end());
  for (std::size_t i = 0; i < dense.in; ++i) {
    const float* row = dense.by_input.data() + i * dense.out;
    for (std::size_t o = 0; o < dense.out; ++o) out[o] += in[i] * static_cast<double>(row[o]);
  }
  if (dense.tanh) {
    for (double& number : out) number = std::tanh(number);
  }
  return out;
}

void Head::apply(std::vector<double>& vector) const {
  for (const auto& step : steps_) {
    if (const auto* dense = std::get_if<Dense>(&step)) {
      vector = apply(*dense, vector);
    } else if (const auto* truncate = std::get_if<TruncateFacts>(&step)) {
      vector.resize(std::min(vector.size(), truncate->size));
    } else {
      normalize(vector);
    }
  }
}

void normalize(std::span<double> vector) {
  double sum = 0;
  for (const double number : vector) sum += number * number;
  const double length = std::sqrt(sum);  // 0 / 0 is NaN
  for (double& number : vector) number /= length;
}

bool give_vector(std::span<const double> vector, std::span<float> out) {
  std::ranges::transform(vector, out.begin(), [](double x) { return static_cast<float>(x); });
  const bool defined = std::ranges::all_of(out, [](float x) { return std::isfinite(x); });
  if (!defined) std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
  return defined;
}

}  // namespace sonde
