#include "engine/models/pair_model.h"

#include <utility>

#include "base/threads.h"
#include "engine/graph/transformer.h"
#include "engine/models/class_head.h"
#include "engine/models/length_batches.h"
#include "engine/weights/weights.h"

namespace sonde {
namespace {

constexpr std::size_t kTokensAtOnce = 640;  // same as for sentences
constexpr std::size_t kPairsAtOnce = 64;    // per tokenizing thread

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
    std::vector<PairTokens> tokens(pairs.size());
    parallel_for(pairs.size(), kPairsAtOnce, threads_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) tokens[i] = tokenize_(pairs[i][0], pairs[i][1]);
    });
    std::vector<std::size_t> lengths;
    for (const auto& pair : tokens) lengths.push_back(pair.ids.size());
    const auto batches = batches_by_length(lengths, batch_tokens_);
    std::vector<PairAnswer> answers(pairs.size());
    parallel_for(batches.size(), 1, transformer_->requests(),
                 [&](std::size_t b, std::size_t) { run(batches[b], tokens, answers); });
    return answers;
  }

 private:
  void run(const LengthBatch& batch, std::span<const PairTokens> tokens,
           std::span<PairAnswer> answers) const {
    std::vector<std::int32_t> ids;
    for (const std::size_t place : batch.places) {
      ids.insert(ids.end(), tokens[place].ids.begin(), tokens[place].ids.end());
    }
    transformer_->run(ids, batch.length, [&](std::span<const Matrix<const float>> states) {
      for (std::size_t i = 0; i < batch.places.size(); ++i) {
        const std::size_t place = batch.places[i];
        const auto first = states[0][i * batch.length];
        answers[place] = {head_.logits(first), tokens[place].total, tokens[place].kept};
      }
    });
  }

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
