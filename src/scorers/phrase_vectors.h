#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sonde/encoder.h"
#include "sonde/matrix.h"
#include "sonde/scorer.h"

namespace sonde {

// The encoder that a scorer's `vectors=SPEC` names. `asked` is the scorer as it was written. Its
// one view's identity is part of the scorer's. Errors: kUsage if the spec is missing, or the
// encoder is fitted or gives several views, and those of make_encoder.
std::unique_ptr<Encoder> make_phrase_encoder(const std::string& spec, const std::string& asked,
                                             const ScorerContext& context);

// How sure scores are that are made of vectors: of an identity the numerics and the doubts alone.
Identity identity_over(const Identity& vectors);

// Vectors of words or phrases. Each distinct one is encoded once, all in one call.
class PhraseVectors {
 public:
  // Phrases may be repeated.
  PhraseVectors(Encoder& encoder, std::span<const std::string> phrases);

  // Empty for a phrase that the encoder has no vector for. The phrase is one of those given.
  std::span<const float> operator[](const std::string& phrase) const;
  std::size_t dimension() const { return vectors_.view().columns(); }
  std::size_t distinct() const { return rows_.size(); }
  std::size_t unknown() const { return unknown_; }  // distinct phrases without a vector

 private:
  std::unordered_map<std::string, std::size_t> rows_;
  MatrixOf<float> vectors_;
  std::vector<bool> known_;
  std::size_t unknown_ = 0;
};

}  // namespace sonde
