#include "engine/models/pair_model.h"

#include <utility>

#include "engine/graph/transformer.h"
#include "engine/models/batched_states.h"
#include "engine/models/class_head.h"
#include "engine/weights/weights.h"

namespace sonde {
namespace {

constexpr std::size_t kTokensAtOnce = 640;  // same as for sentences

GraphOptions typed(GraphOptions options) {
  options.second_type = true;
  return options;
}

class TransformerPairModel : public PairModel {
 public:
  TransformerPairModel(const ModelFolder& folder, const PairOptions& options)
      : threads_(options.graph.threads),
        batch_tokens_(takes_batches(options.graph) ? kTokensAtOnce : 1),
        weights_(load_weights(folder, threads_)),
        tokenize_(folder, options.max_tokens),
        head_(folder.transformer, weights_, options.classes) {
    weights_.check_finite(threads_);
    const std::size_t last = folder.transformer.layers;
    transformer_ = make_transformer(folder.transformer, weights_, {&last, 1}, typed(options.graph));
  }

  std::vector<PairAnswer> ask(std::span<const Pair> pairs) override {
    const auto tokens = tokens_of<PairTokens>(
        pairs.size(), threads_, [&](std::size_t i) { return tokenize_(pairs[i][0], pairs[i][1]); });
    std::vector<PairAnswer> answers(pairs.size());
    const auto take = [&](std::size_t place, Matrix<const float> states) {
      answers[place] = {head_.logits(states[0]), tokens[place].total, tokens[place].kept};
    };
    run_batches(*transformer_, tokens, batch_tokens_, take, [] {});
    return answers;
  }

 private:
  std::size_t threads_;
  std::size_t batch_tokens_;
  Weights weights_;
  PairTokenizer tokenize_;
  ClassHead head_;
  std::unique_ptr<Transformer> transformer_;
};

}  // namespace

std::unique_ptr<PairModel> load_pair_model(const ModelFolder& folder, const PairOptions& options) {
  return std::make_unique<TransformerPairModel>(folder, options);
}

}  // namespace sonde
