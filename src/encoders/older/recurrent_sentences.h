#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "engine/recurrent/gru.h"
#include "engine/recurrent/lstm.h"
#include "sonde/encoder.h"
#include "sonde/matrix.h"

namespace sonde {

enum class StatePooling { kMax, kMean };

struct SentenceSteps {
  std::span<const std::size_t> steps;  // per sentence (0: it has no vector)
  // Writes the input of a sentence's steps: steps x input_size() of the network. Called on several
  // threads.
  std::function<void(std::size_t sentence, const Matrix<float>& input)> read;
};

// Writes the pooled states of each sentence to its row of `out`, NaN if it has none. A row depends
// on its sentence alone. Errors: kInterrupted if context.stop returns true between batches.
void encode_sentences(const Lstm& lstm, StatePooling pooling, const SentenceSteps& sentences,
                      const EncoderContext& context, const Matrix<float>& out);
// The same of the last state, one of each direction.
void encode_sentences(const Gru& gru, const SentenceSteps& sentences, const EncoderContext& context,
                      const Matrix<float>& out);

}  // namespace sonde
