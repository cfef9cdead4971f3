#include "engine/models/masked_model.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "engine/graph/transformer.h"
#include "engine/models/word_head.h"
#include "engine/tokens/tokenizer.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"

namespace sonde {
namespace {

class TransformerMaskedModel final : public MaskedModel {
 public:
  TransformerMaskedModel(const ModelFolder& folder, const GraphOptions& options)
      : weights_(load_weights(folder, options.threads)),
        tokenizer_(load_tokenizer(folder)),
        most_tokens_(folder.max_tokens),
        vocabulary_(folder.transformer.vocabulary),
        head_(folder.transformer, weights_) {
    find_mask(folder);
    weights_.check_finite(options.threads);
    const std::size_t last = folder.transformer.layers;
    transformer_ = make_transformer(folder.transformer, weights_, {&last, 1}, options);
  }

  std::vector<FittingToken> fill(std::string_view before, std::string_view after) override {
    std::vector<std::int32_t> ids;
    tokenizer_.encode(std::string(before) + mask_ + std::string(after), ids);
    const auto mask = std::ranges::find(ids, mask_id_);
    // Texts that already contain a mask are not filled.
    if (ids.size() > most_tokens_ || std::ranges::count(ids, mask_id_) != 1) return {};
    check(ids);
    const auto place = static_cast<std::size_t>(mask - ids.begin());
    std::vector<double> logits;
    transformer_->run(ids, ids.size(), [&](std::span<const Matrix<const float>> states) {
      logits = head_.logits(states[0][place]);
    });
    return ranked(logits);
  }

 private:
  void find_mask(const ModelFolder& folder) {
    std::vector<std::string> names{folder.mask_token};
    if (folder.mask_token.empty()) names = {"[MASK]", "<mask>"};
    for (const auto& name : names) {
      if (const auto id = tokenizer_.id_of(name)) {
        mask_id_ = *id;
        mask_ = name;
        return;
      }
    }
    throw input_error("has no token '" + names.front() + "' for a mask", {tokenizer_.file()},
                      "name the folder of a masked language model");
  }

  void check(std::span<const std::int32_t> ids) const {
    for (const std::int32_t id : ids) {
      if (id >= 0 && static_cast<std::size_t>(id) < vocabulary_) continue;
      throw input_error("the tokenizer gives the token " + std::to_string(id) + " ('" +
                            tokenizer_.token_of(id) + "'), but the model has only " +
                            std::to_string(vocabulary_),
                        {tokenizer_.file()}, "tokenizer.json and the weights do not match");
    }
  }

  std::vector<FittingToken> ranked(std::span<const double> logits) const {
    std::vector<std::int32_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int32_t a, std::int32_t b) {
      return logits[static_cast<std::size_t>(a)] > logits[static_cast<std::size_t>(b)];
    });
    std::vector<FittingToken> tokens;
    for (const std::int32_t id : order) {
      tokens.push_back({tokenizer_.token_of(id), logits[static_cast<std::size_t>(id)]});
    }
    return tokens;
  }

  Weights weights_;
  Tokenizer tokenizer_;
  std::size_t most_tokens_;
  std::size_t vocabulary_;
  WordHead head_;
  std::string mask_;
  std::int32_t mask_id_ = -1;
  std::unique_ptr<Transformer> transformer_;
};

}  // namespace

std::unique_ptr<MaskedModel> load_masked_model(const ModelFolder& folder,
                                               const GraphOptions& options) {
  return std::make_unique<TransformerMaskedModel>(folder, options);
}

}  // namespace sonde
