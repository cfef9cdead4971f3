#include "encoders/lstm_sentences.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "base/threads.h"

namespace sonde {
namespace {

void pool_states(const Matrix<float>& states, StatePooling pooling, std::span<float> out) {
  const bool mean = pooling == StatePooling::kMean;
  for (std::size_t unit = 0; unit < out.size(); ++unit) {
    double found = static_cast<double>(states[0][unit]);
    for (std::size_t step = 1; step < states.rows(); ++step) {
      const auto state = static_cast<double>(states[step][unit]);
      found = mean ? found + state : std::max(found, state);
    }
    out[unit] = static_cast<float>(mean ? found / static_cast<double>(states.rows()) : found);
  }
}

}  // namespace

void encode_sentences(const Lstm& lstm, StatePooling pooling, const LstmSentences& sentences,
                      std::size_t threads, const Matrix<float>& out) {
  std::map<std::size_t, std::vector<std::size_t>> by_length;
  for (std::size_t i = 0; i < sentences.steps.size(); ++i) {
    if (sentences.steps[i] > 0) {
      by_length[sentences.steps[i]].push_back(i);
    } else {
      std::ranges::fill(out[i], std::numeric_limits<float>::quiet_NaN());
    }
  }
  std::vector<std::span<const std::size_t>> batches;
  for (const auto& [length, places] : by_length) {
    for (std::size_t first = 0; first < places.size(); first += Lstm::kWidth) {
      const auto count = std::min(Lstm::kWidth, places.size() - first);
      batches.push_back(std::span(places).subspan(first, count));
    }
  }
  const auto encode_batch = [&](std::span<const std::size_t> places) {
    const std::size_t steps = sentences.steps[places.front()];
    std::vector<MatrixOf<float>> inputs, states;
    for (const std::size_t place : places) {
      inputs.emplace_back(steps, lstm.input_size());
      states.emplace_back(steps, lstm.output_size());
      sentences.read(place, inputs.back().view());
    }
    std::vector<Matrix<const float>> given;
    std::vector<Matrix<float>> wanted;
    for (const auto& input : inputs) given.push_back(input.view());
    for (auto& state : states) wanted.push_back(state.view());
    lstm.run(given, wanted);
    for (std::size_t i = 0; i < places.size(); ++i) pool_states(wanted[i], pooling, out[places[i]]);
  };
  parallel_for(batches.size(), 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) encode_batch(batches[i]);
  });
}

}  // namespace sonde
