#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/models/dense_head.h"
#include "engine/models/sentence_model.h"
#include "engine/tokens/tokenizer.h"

namespace sonde {

// The mean of the tokens' context-independent vectors. Summed in double in the order of the
// vocabulary, so that any order of the same tokens gives the same bits. A sentence without tokens
// is undefined.
class TokenMean : public SentenceModel {
 public:
  void encode(std::span<const SidedSentence> sentences, std::span<const Matrix<float>> out,
              std::span<SentenceCount> counts, const Done& done) override;
  std::vector<SpelledToken> tokens(const SidedSentence& sentence) const override;

 protected:
  struct Options {
    std::size_t width = 0;       // a token vector's
    std::size_t max_tokens = 0;  // more tokens are cut from the end
    bool drops_unknown = false;  // else unknown tokens count as others do
    std::size_t threads = 0;
  };
  TokenMean(Tokenizer tokenizer, Head head, const Options& options);

  const Tokenizer& tokenizer() const { return tokenizer_; }
  [[noreturn]] void throw_lacking(std::int32_t id) const;

 private:
  // Adds the token's vector. Errors: kInput for a token that is not in the table.
  virtual void add(std::int32_t id, std::span<double> sum) const = 0;
  SentenceCount encode_one(std::string_view sentence, std::span<float> out) const;
  std::vector<double> mean(std::span<const std::int32_t> ids) const;

  Tokenizer tokenizer_;
  Head head_;
  Options options_;
};

}  // namespace sonde
