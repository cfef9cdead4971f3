#include "engine/models/token_mean.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/threads.h"
#include "sonde/error.h"

namespace sonde {

constexpr std::size_t kSentencesOfThread = 64;  // per thread

TokenMean::TokenMean(Tokenizer tokenizer, Head head, const Options& options)
    : tokenizer_(std::move(tokenizer)), head_(std::move(head)), options_(options) {}

void TokenMean::encode(std::span<const SidedSentence> sentences, std::span<const Matrix<float>> out,
                       std::span<SentenceCount> counts, const Done& done) {
  parallel_for(sentences.size(), kSentencesOfThread, options_.threads,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t i = first; i < last; ++i) {
                   counts[i] = encode_one(sentences[i].text, out[0][i]);
                 }
               });
  std::vector<std::size_t> all(sentences.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  done(all);
}

std::vector<SpelledToken> TokenMean::tokens(const SidedSentence& sentence) const {
  std::vector<std::int32_t> ids;
  tokenizer_.encode_plain(sentence.text, ids);
  std::vector<SpelledToken> tokens;
  for (const std::int32_t id : ids) {
    const bool dropped = options_.drops_unknown && id == tokenizer_.unknown_id();
    tokens.push_back(
        {tokenizer_.token_of(id), false, !dropped && tokens.size() < options_.max_tokens});
  }
  return tokens;
}

SentenceCount TokenMean::encode_one(std::string_view sentence, std::span<float> out) const {
  std::vector<std::int32_t> ids;
  tokenizer_.encode_plain(sentence, ids);
  SentenceCount count{ids.size(), std::min(ids.size(), options_.max_tokens), 0, false};
  ids.resize(count.kept);
  if (const auto unknown = tokenizer_.unknown_id()) {
    count.unknown = static_cast<std::size_t>(std::ranges::count(ids, *unknown));
    if (options_.drops_unknown) std::erase(ids, *unknown);
  }
  std::ranges::sort(ids);
  auto vector = mean(ids);
  head_.apply(vector);
  count.undefined = !give_vector(vector, out);
  return count;
}

// 0 / 0 is NaN without tokens.
std::vector<double> TokenMean::mean(std::span<const std::int32_t> ids) const {
  std::vector<double> sum(options_.width);
  for (const std::int32_t id : ids) add(id, sum);
  for (double& number : sum) number /= static_cast<double>(ids.size());
  return sum;
}

void TokenMean::throw_lacking(std::int32_t id) const {
  throw input_error(
      "the tokenizer gives the token " + std::to_string(id) + ", which is not in the model's table",
      {tokenizer_.file()}, "tokenizer.json and the weights do not match");
}

}  // namespace sonde
