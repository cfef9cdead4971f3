#include "engine/models/word_head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "engine/graph/word_table_name.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// How the weights of transformers' model for masked language modelling call its parts.
struct WordHeadRow {
  std::string_view model_type;
  std::string_view dense, norm;
  std::string_view tokens;  // if the rows are not those of the token table
  std::string_view bias;
  std::string_view other_bias;  // before `bias`, if the weights have it
  bool gelu = false;            // even if config.json differs
};

constexpr std::string_view kBertDense = "cls.predictions.transform.dense";
constexpr std::string_view kBertNorm = "cls.predictions.transform.LayerNorm";
constexpr std::string_view kBertTokenRows = "cls.predictions.decoder.weight";

constexpr WordHeadRow like_roberta(std::string_view model_type) {
  return {model_type,
          "lm_head.dense",
          "lm_head.layer_norm",
          "lm_head.decoder.weight",
          "lm_head.bias",
          "lm_head.decoder.bias",
          true};
}

constexpr std::array<WordHeadRow, 9> kWordHeads{{
    {"bert", kBertDense, kBertNorm, kBertTokenRows, "cls.predictions.bias",
     "cls.predictions.decoder.bias"},
    {"deberta-v2", kBertDense, kBertNorm, kBertTokenRows, "cls.predictions.bias",
     "cls.predictions.decoder.bias"},
    {"distilbert", "vocab_transform", "vocab_layer_norm", "vocab_projector.weight",
     "vocab_projector.bias", ""},
    like_roberta("roberta"),
    like_roberta("xlm-roberta"),
    like_roberta("camembert"),
    like_roberta("mpnet"),
    {"electra", "generator_predictions.dense", "generator_predictions.LayerNorm",
     "generator_lm_head.weight", "generator_lm_head.bias", "", true},
    {"albert", "predictions.dense", "predictions.LayerNorm", "predictions.decoder.weight",
     "predictions.bias", "predictions.decoder.bias"},
}};

const WordHeadRow& word_head_of(const TransformerConfig& config, const std::string& file) {
  const auto found =
      std::ranges::find(kWordHeads, config.family->model_type, &WordHeadRow::model_type);
  if (found != kWordHeads.end()) return *found;
  std::string known;
  for (const auto& row : kWordHeads)
    known += (known.empty() ? "" : ", ") + std::string(row.model_type);
  throw input_error("is of the family '" + std::string(config.family->model_type) +
                        "', whose head for words sonde does not support",
                    {file}, "masked language models can be of the families " + known);
}

double activated(Activation activation, double x) {
  switch (activation) {
    case Activation::kGelu:
      return x / 2 * (1 + std::erf(x / std::numbers::sqrt2));
    case Activation::kGeluTanh: {
      const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
      return x / 2 * (1 + std::tanh(inner));
    }
    case Activation::kRelu:
      return std::max(x, 0.0);
    case Activation::kSilu:
      return x / (1 + std::exp(-x));
  }
  return x;
}

std::vector<double> product(std::span<const float> rows, std::span<const float> shift,
                            std::span<const double> in) {
  std::vector<double> out(shift.begin(), shift.end());
  for (std::size_t o = 0; o < out.size(); ++o) {
    const float* row = rows.data() + o * in.size();
    for (std::size_t i = 0; i < in.size(); ++i) out[o] += in[i] * static_cast<double>(row[i]);
  }
  return out;
}

void normalise(std::span<double> values, double epsilon) {
  const auto size = static_cast<double>(values.size());
  double mean = 0, variance = 0;
  for (const double x : values) mean += x / size;
  for (const double x : values) variance += (x - mean) * (x - mean) / size;
  for (double& x : values) x = (x - mean) / std::sqrt(variance + epsilon);
}

}  // namespace

WordHeadTensors word_head_tensors(const TransformerConfig& config, const Weights& weights) {
  const WordHeadRow& row = word_head_of(config, weights.file());
  const std::string dense(row.dense);
  if (!weights.has(dense + ".weight")) {
    throw input_error("has no head for words ('" + dense + ".weight')", {weights.file()},
                      "name the folder of a masked language model, as it was before fine-tuning");
  }
  const bool own_rows = weights.has(row.tokens);
  const bool other = !row.other_bias.empty() && weights.has(row.other_bias);
  if (!config.tied_words && (!own_rows || (!other && !row.other_bias.empty()))) {
    throw input_error("has no '" + std::string(own_rows ? row.other_bias : row.tokens) +
                          "', and in config.json 'tie_word_embeddings' is false",
                      {weights.file()},
                      "transformers would fill it at random; write true if the head has the token "
                      "table's rows");
  }
  const std::string table =
      own_rows ? std::string(row.tokens) : word_table_name(*config.family, weights);
  return {dense, std::string(row.norm), table, std::string(other ? row.other_bias : row.bias),
          row.gelu ? Activation::kGelu : config.activation};
}

WordHead::WordHead(const TransformerConfig& config, const Weights& weights)
    : epsilon_(config.epsilon) {
  const auto tensors = word_head_tensors(config, weights);
  const std::size_t width = config.embedding;
  activation_ = tensors.activation;
  matrix_ = weights.floats(tensors.dense + ".weight", {width, config.hidden});
  bias_ = weights.floats(tensors.dense + ".bias", {width});
  norm_ = weights.floats(tensors.norm + ".weight", {width});
  norm_shift_ = weights.floats(tensors.norm + ".bias", {width});
  tokens_ = weights.floats(tensors.tokens, {config.vocabulary, width});
  token_bias_ = weights.floats(tensors.bias, {config.vocabulary});
}

std::vector<double> WordHead::logits(std::span<const float> state) const {
  const std::vector<double> in(state.begin(), state.end());
  std::vector<double> between = product(matrix_, bias_, in);
  for (double& x : between) x = activated(activation_, x);
  normalise(between, epsilon_);
  for (std::size_t i = 0; i < between.size(); ++i) {
    between[i] = between[i] * static_cast<double>(norm_[i]) + static_cast<double>(norm_shift_[i]);
  }
  return product(tokens_, token_bias_, between);
}

}  // namespace sonde
