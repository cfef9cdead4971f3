#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "base/threads.h"
#include "engine/head.h"
#include "engine/sentence_model.h"
#include "engine/weights.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kSentencesOfThread = 64;  // of a thread

class WordTable : public SentenceModel {
 public:
  WordTable(const ModelFolder& folder, std::span<const HeadStep> head, std::size_t threads)
      : width_(folder.transformer.embedding),
        threads_(threads),
        tokenizer_(load_tokenizer(folder)),
        head_(head) {
    const Weights weights = load_weights(folder, threads);
    weights.check_finite(threads);
    table_ = weights.floats(word_table_name(*folder.transformer.family, weights),
                            {folder.transformer.vocabulary, width_});
  }

  void encode(std::span<const std::string_view> sentences, std::span<const Matrix<float>> out,
              std::span<SentenceCount> counts, const Done& done) override {
    parallel_for(sentences.size(), kSentencesOfThread, threads_,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                     counts[i] = encode_one(sentences[i], out[0][i]);
                   }
                 });
    std::vector<std::size_t> all(sentences.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    done(all);
  }

  std::vector<SpelledToken> tokens(std::string_view sentence) const override {
    std::vector<std::int32_t> ids;
    tokenizer_.encode_plain(sentence, ids);
    std::vector<SpelledToken> tokens;
    for (const std::int32_t id : ids) tokens.push_back({tokenizer_.token_of(id)});
    return tokens;
  }

 private:
  SentenceCount encode_one(std::string_view sentence, std::span<float> out) const {
    std::vector<std::int32_t> ids;
    tokenizer_.encode_plain(sentence, ids);
    SentenceCount count{ids.size(), ids.size(), 0, ids.empty()};
    if (const auto unknown = tokenizer_.unknown_id()) {
      count.unknown = static_cast<std::size_t>(std::ranges::count(ids, *unknown));
    }
    std::ranges::sort(ids);
    auto vector = mean(ids);
    head_.apply(vector);
    count.undefined = !give_vector(vector, out);
    return count;
  }

  // 0 / 0 is NaN where there are no tokens.
  std::vector<double> mean(std::span<const std::int32_t> ids) const {
    std::vector<double> sum(width_);
    for (const std::int32_t id : ids) {
      const auto row = row_of(id);
      for (std::size_t i = 0; i < width_; ++i) sum[i] += static_cast<double>(row[i]);
    }
    for (double& number : sum) number /= static_cast<double>(ids.size());
    return sum;
  }

  std::span<const float> row_of(std::int32_t id) const {
    const auto row = static_cast<std::size_t>(id);
    if (id < 0 || row >= table_.size() / width_) {
      throw input_error(
          "the tokenizer gives the token " + std::to_string(id) + ", which the model's table lacks",
          {tokenizer_.file()}, "tokenizer.json and weights don't belong together");
    }
    return std::span(table_).subspan(row * width_, width_);
  }

  std::size_t width_;
  std::size_t threads_;
  Tokenizer tokenizer_;
  Head head_;
  std::vector<float> table_;
};

}  // namespace

std::unique_ptr<SentenceModel> load_word_table(const ModelFolder& folder,
                                               std::span<const HeadStep> head,
                                               std::size_t threads) {
  return std::make_unique<WordTable>(folder, head, threads);
}

}  // namespace sonde
