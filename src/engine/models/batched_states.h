#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "engine/graph/transformer.h"
#include "engine/models/length_batches.h"

namespace sonde {

// Texts as tokens, on several threads. `tokenize` is called with a place and gives its tokens.
template <class Tokens, class Tokenize>
std::vector<Tokens> tokens_of(std::size_t texts, std::size_t threads, const Tokenize& tokenize) {
  constexpr std::size_t kTextsAtOnce = 64;  // per thread
  std::vector<Tokens> tokens(texts);
  parallel_for(texts, kTextsAtOnce, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) tokens[i] = tokenize(i);
  });
  return tokens;
}

// Runs all texts, as `ids` of their tokens, in batches of one length. `take` is called with the
// place of each text that has tokens, and with its states, by several threads. `before` is called
// before each batch, and may throw.
template <class Tokens, class Take, class Before>
void run_batches(Transformer& transformer, const std::vector<Tokens>& texts,
                 std::size_t batch_tokens, const Take& take, const Before& before) {
  std::vector<std::size_t> lengths;
  for (const auto& text : texts) lengths.push_back(text.ids.size());
  const auto batches = batches_by_length(lengths, batch_tokens);
  parallel_for(batches.size(), 1, transformer.requests(), [&](std::size_t b, std::size_t) {
    before();
    const auto& [length, places] = batches[b];
    if (length == 0) return;
    std::vector<std::int32_t> ids;
    for (const auto place : places) {
      ids.insert(ids.end(), texts[place].ids.begin(), texts[place].ids.end());
    }
    transformer.run(ids, length, [&](std::span<const Matrix<const float>> states) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        take(places[i], states[0].block(i * length, length));
      }
    });
  });
}

}  // namespace sonde
