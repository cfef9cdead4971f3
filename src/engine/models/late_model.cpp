#include "engine/models/late_model.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/threads.h"
#include "engine/graph/transformer.h"
#include "engine/models/dense_head.h"
#include "engine/models/late_tokens.h"
#include "engine/models/length_batches.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kTokensOfBatch = 640;

bool hides(const LateFolder& folder) { return folder.expansion && !folder.expansion->attended; }

class TransformerLateModel : public LateModel {
 public:
  TransformerLateModel(const LateFolder& folder, const GraphOptions& options,
                       std::function<bool()> stop)
      : stop_(std::move(stop)),
        width_(folder.width),
        threads_(options.threads),
        batch_tokens_(takes_batches(options) ? kTokensOfBatch : 1),
        weights_(load_weights(folder.model, options.threads)),
        tokenize_(folder),
        head_(folder.model.head) {
    weights_.check_finite(options.threads);
    const std::size_t last = folder.model.transformer.layers;
    transformer_ = make_transformer(folder.model.transformer, weights_, {&last, 1}, options, stop_);
  }

  std::vector<LateTokens> encode(std::span<const LateText> texts) override {
    constexpr std::size_t kTextsAtOnce = 64;
    std::vector<LateIds> ids(texts.size());
    parallel_for(texts.size(), kTextsAtOnce, threads_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        ids[i] = tokenize_(texts[i].text, texts[i].is_query);
    });
    std::vector<std::size_t> lengths;
    for (const auto& text : ids) lengths.push_back(text.ids.size());
    const auto batches = batches_by_length(lengths, batch_tokens_);
    std::vector<LateTokens> encoded(texts.size());
    parallel_for(batches.size(), 1, transformer_->requests(),
                 [&](std::size_t b, std::size_t) { run(batches[b], ids, encoded); });
    return encoded;
  }

 private:
  void run(const LengthBatch& batch, std::span<const LateIds> texts,
           std::span<LateTokens> encoded) const {
    if (stop_ && stop_()) throw Error(ErrorKind::kInterrupted, "stopped while encoding");
    if (batch.length == 0) return;
    std::vector<std::int32_t> ids;
    for (const std::size_t place : batch.places) {
      ids.insert(ids.end(), texts[place].ids.begin(), texts[place].ids.end());
    }
    transformer_->run(ids, batch.length, [&](std::span<const Matrix<const float>> states) {
      for (std::size_t i = 0; i < batch.places.size(); ++i) {
        const std::size_t place = batch.places[i];
        const auto own = states[0].block(i * batch.length, batch.length);
        encoded[place] = {vectors_of(own, texts[place].compared), texts[place].total,
                          texts[place].kept};
      }
    });
  }

  MatrixOf<float> vectors_of(Matrix<const float> states,
                             std::span<const std::size_t> compared) const {
    MatrixOf<float> vectors(compared.size(), width_);
    for (std::size_t row = 0; row < compared.size(); ++row) {
      const auto state = states[compared[row]];
      std::vector<double> vector(state.begin(), state.end());
      head_.apply(vector);
      give_vector(vector, vectors[row]);
    }
    return vectors;
  }

  std::function<bool()> stop_;
  std::size_t width_, threads_, batch_tokens_;
  Weights weights_;
  LateTokenizer tokenize_;
  Head head_;
  std::unique_ptr<Transformer> transformer_;
};

double product_of(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

}  // namespace

GraphOptions options_for(const LateFolder& folder, GraphOptions options) {
  if (!hides(folder)) return options;
  options.hidden_tokens = true;
  options.kernels.attention = false;
  return options;
}

std::unique_ptr<LateModel> load_late_model(const LateFolder& folder, const GraphOptions& options,
                                           std::function<bool()> stop) {
  return std::make_unique<TransformerLateModel>(folder, options_for(folder, options),
                                                std::move(stop));
}

double max_similarity(Matrix<const float> query, Matrix<const float> document, bool mean) {
  if (query.rows() == 0 || document.rows() == 0) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::size_t i = 0; i < query.rows(); ++i) {
    double greatest = product_of(query[i], document[0]);
    for (std::size_t j = 1; j < document.rows(); ++j) {
      greatest = std::max(greatest, product_of(query[i], document[j]));
    }
    sum += greatest;
  }
  return mean ? sum / static_cast<double>(query.rows()) : sum;
}

}  // namespace sonde
