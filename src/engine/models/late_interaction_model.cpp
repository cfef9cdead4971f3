#include "engine/models/late_interaction_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/graph/transformer.h"
#include "engine/models/batched_states.h"
#include "engine/models/dense_head.h"
#include "engine/models/late_interaction_tokens.h"
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
    const auto tokens = tokens_of<LateIds>(texts.size(), threads_, [&](std::size_t i) {
      return tokenize_(texts[i].text, texts[i].is_query);
    });
    std::vector<LateTokens> encoded(texts.size());
    const auto take = [&](std::size_t place, Matrix<const float> states) {
      const LateIds& text = tokens[place];
      encoded[place] = {vectors_of(states, text.compared), text.total, text.kept};
    };
    run_batches(*transformer_, tokens, batch_tokens_, take, [&] { check_stop(); });
    return encoded;
  }

 private:
  void check_stop() const {
    if (stop_ && stop_()) throw Error(ErrorKind::kInterrupted, "stopped while encoding");
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
