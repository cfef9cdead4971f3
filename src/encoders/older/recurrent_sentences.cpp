#include "encoders/older/recurrent_sentences.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "base/threads.h"
#include "sonde/error.h"

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

// Calls encode(places, inputs) for sentences of one length, as many as fit at once. Those without a
// vector get their NaN.
template <class Encode>
void each_batch(const SentenceSteps& sentences, std::size_t input_size,
                const EncoderContext& context, const Matrix<float>& out, const Encode& encode) {
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
    for (std::size_t first = 0; first < places.size(); first += kSequencesAtOnce) {
      const auto count = std::min(kSequencesAtOnce, places.size() - first);
      batches.push_back(std::span(places).subspan(first, count));
    }
  }
  parallel_for(batches.size(), 1, context.threads, [&](std::size_t first, std::size_t last) {
    for (const auto places : std::span(batches).subspan(first, last - first)) {
      if (context.stop && context.stop()) throw Error(ErrorKind::kInterrupted, "stopped");
      std::vector<MatrixOf<float>> inputs;
      for (const std::size_t place : places) {
        inputs.emplace_back(sentences.steps[place], input_size);
        sentences.read(place, inputs.back().view());
      }
      std::vector<Matrix<const float>> given;
      for (const auto& input : inputs) given.push_back(input.view());
      encode(places, given);
    }
  });
}

}  // namespace

void encode_sentences(const Lstm& lstm, StatePooling pooling, const SentenceSteps& sentences,
                      const EncoderContext& context, const Matrix<float>& out) {
  const auto encode = [&](auto places, const std::vector<Matrix<const float>>& inputs) {
    std::vector<MatrixOf<float>> states;
    for (const auto& input : inputs) states.emplace_back(input.rows(), lstm.output_size());
    std::vector<Matrix<float>> wanted;
    for (auto& state : states) wanted.push_back(state.view());
    lstm.run(inputs, wanted);
    for (std::size_t i = 0; i < places.size(); ++i) pool_states(wanted[i], pooling, out[places[i]]);
  };
  each_batch(sentences, lstm.input_size(), context, out, encode);
}

void encode_sentences(const Gru& gru, const SentenceSteps& sentences, const EncoderContext& context,
                      const Matrix<float>& out) {
  const auto encode = [&](auto places, const std::vector<Matrix<const float>>& inputs) {
    std::vector<std::span<float>> wanted;
    for (const std::size_t place : places) wanted.push_back(out[place]);
    gru.run(inputs, wanted);
  };
  each_batch(sentences, gru.input_size(), context, out, encode);
}

}  // namespace sonde
