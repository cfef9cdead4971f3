#include <limits>

#include "engine/graph/word_table_name.h"
#include "engine/models/dense_head.h"
#include "engine/models/sentence_model.h"
#include "engine/models/token_mean.h"
#include "engine/weights/weights.h"

namespace sonde {
namespace {

class WordTable : public TokenMean {
 public:
  WordTable(const ModelFolder& folder, std::span<const HeadStep> head, std::size_t threads)
      : TokenMean(load_tokenizer(folder), Head(head),
                  {.width = folder.transformer.embedding,
                   .max_tokens = std::numeric_limits<std::size_t>::max(),
                   .threads = threads}),
        width_(folder.transformer.embedding) {
    const Weights weights = load_weights(folder, threads);
    weights.check_finite(threads);
    table_ = weights.floats(word_table_name(*folder.transformer.family, weights),
                            {folder.transformer.vocabulary, width_});
  }

 private:
  void add(std::int32_t id, std::span<double> sum) const override {
    const auto row = static_cast<std::size_t>(id);
    if (id < 0 || row >= table_.size() / width_) throw_lacking(id);
    const float* numbers = table_.data() + row * width_;
    for (std::size_t i = 0; i < width_; ++i) sum[i] += static_cast<double>(numbers[i]);
  }

  std::size_t width_;
  std::vector<float> table_;
};

}  // namespace

std::unique_ptr<SentenceModel> load_word_table(const ModelFolder& folder,
                                               std::span<const HeadStep> head,
                                               std::size_t threads) {
  return std::make_unique<WordTable>(folder, head, threads);
}

}  // namespace sonde
