#include "engine/models/class_head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/counted.h"
#include "engine/config/config_keys.h"
#include "engine/folders/folder_files.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// How transformers' model for sequence classification is built.
struct HeadRow {
  std::string_view model_type;
  std::string_view first;  // a dense layer, and what bends its output
  HeadBend bend;
  std::string_view last;  // a row a class
};

constexpr std::array<HeadRow, 8> kHeads{{
    {"bert", "pooler.dense", HeadBend::kTanh, "classifier"},
    {"distilbert", "pre_classifier", HeadBend::kRelu, "classifier"},
    {"roberta", "classifier.dense", HeadBend::kTanh, "classifier.out_proj"},
    {"xlm-roberta", "classifier.dense", HeadBend::kTanh, "classifier.out_proj"},
    {"camembert", "classifier.dense", HeadBend::kTanh, "classifier.out_proj"},
    {"mpnet", "classifier.dense", HeadBend::kTanh, "classifier.out_proj"},
    {"electra", "classifier.dense", HeadBend::kGelu, "classifier.out_proj"},
    {"deberta-v2", "pooler.dense", HeadBend::kGelu, "classifier"},
}};

const HeadRow& head_of(const TransformerConfig& config, const std::string& file) {
  const auto found = std::ranges::find(kHeads, config.family->model_type, &HeadRow::model_type);
  if (found != kHeads.end()) return *found;
  std::string known;
  for (const auto& row : kHeads) known += (known.empty() ? "" : ", ") + std::string(row.model_type);
  throw input_error("is of the family '" + std::string(config.family->model_type) +
                        "', whose heads sonde does not support",
                    {file}, "cross: runs " + known);
}

// One label per class. Classes without a name in config.json have transformers' default names.
std::vector<std::string> read_labels(const JsonFields& config, std::size_t classes) {
  std::vector<std::string> labels(classes);
  for (std::size_t i = 0; i < classes; ++i) labels[i] = "LABEL_" + std::to_string(i);
  if (!config.has("id2label")) return labels;
  const JsonFields named(config.at("id2label"), config.file());
  if (named.names().size() != classes) {
    throw input_error("'id2label' names " + counted(named.names().size(), "label") +
                          ", but the head has " + counted(classes, "class", "classes"),
                      {config.file()}, "config.json and the weights do not match");
  }
  for (std::size_t i = 0; i < classes; ++i) labels[i] = named.text(std::to_string(i));
  return labels;
}

// sentence-transformers stores it in one of three places. "" means none.
std::string activation_name(const JsonFields& config, const JsonFields& sentence,
                            const IgnoredKeys& ignored) {
  if (sentence.has("activation_fn")) return sentence.text("activation_fn");
  if (config.has("sentence_transformers")) {
    const JsonFields part(config.at("sentence_transformers"), config.file());
    const std::string name = part.text("activation_fn", "");
    check_other_keys(part, {"version"}, ignored);
    if (part.has("activation_fn")) return name;
  }
  return config.text("sbert_ce_default_activation_function", "");
}

bool is_sigmoid(const std::string& activation, std::size_t classes, const std::string& file) {
  if (activation.empty()) return classes == 1;
  const std::string name = activation.substr(activation.rfind('.') + 1);
  const bool of_torch = activation.starts_with("torch.nn.");
  if (of_torch && (name == "Sigmoid" || name == "Identity")) return name == "Sigmoid";
  throw input_error("has the activation '" + activation + "'", {file},
                    "sonde supports torch's Sigmoid and Identity");
}

// sentence-transformers lists the transformer alone, or nothing.
void check_modules(const std::filesystem::path& file) {
  const auto modules = read_json(file);
  const bool alone = modules.is_array() && modules.size() == 1 && modules[0].is_object() &&
                     modules[0].value("path", "").empty() &&
                     modules[0].value("type", "").ends_with(".Transformer");
  if (alone) return;
  throw input_error("has modules other than a Transformer", {file.string()},
                    "sonde runs cross-encoders that are a model for sequence classification");
}

// The rows of the last layer.
std::size_t count_classes(const HeadRow& row, const Weights& weights) {
  const std::string last = std::string(row.last) + ".weight";
  const Tensor* tensor = weights.find_any(last);
  if (tensor != nullptr && tensor->shape.size() == 2 && tensor->shape[0] > 0) {
    return tensor->shape[0];
  }
  throw input_error("has no head for classes ('" + last + "')", {weights.file()},
                    "name a cross-encoder's folder; an encoder's is hf:FOLDER");
}

// Settings that would change scores.
void check_settings(const JsonFields& config, const JsonFields& sentence,
                    const IgnoredKeys& ignored) {
  sentence.skip({"activation_fn", "model_type", "prompts"});  // no prompt is chosen
  if (!sentence.text("default_prompt_name", "").empty()) {
    sentence.unsupported("default_prompt_name", "none for cross-encoders");
  }
  if (config.text("pooler_hidden_act", "gelu") != "gelu") {
    config.unsupported("pooler_hidden_act", "gelu");
  }
  check_other_keys(sentence, {"__version__"}, ignored);
}

}  // namespace

ClassFacts read_class_facts(const ModelFolder& folder, const Weights& weights,
                            const IgnoredKeys& ignored) {
  const std::string file = (folder.root / "config.json").string();
  const std::size_t classes = count_classes(head_of(folder.transformer, file), weights);
  FolderFiles files;
  const auto config = JsonFields::read(file);  // the model's files include it
  if (const auto modules = folder.root / "modules.json"; std::filesystem::exists(modules)) {
    check_modules(files.keep(modules));
  }
  const auto sentence = files.read_or_empty(folder.root / "config_sentence_transformers.json");
  check_settings(config, sentence, ignored);
  ClassFacts facts;
  facts.files = files.read_so_far();
  facts.labels = read_labels(config, classes);
  if (facts.labels.size() > 1 && config.text("problem_type", "") == "multi_label_classification") {
    config.unsupported("problem_type", "classes that exclude each other");
  }
  facts.sigmoid = is_sigmoid(activation_name(config, sentence, ignored), facts.labels.size(), file);
  ignored.look_in(config);
  return facts;
}

ClassHead::ClassHead(const TransformerConfig& config, const Weights& weights, std::size_t classes) {
  const HeadRow& row = head_of(config, weights.file());
  bend_ = row.bend;
  first_ = read(weights, std::string(row.first), config.hidden, config.hidden);
  last_ = read(weights, std::string(row.last), classes, config.hidden);
}

ClassHead::Layer ClassHead::read(const Weights& weights, const std::string& name, std::size_t out,
                                 std::size_t in) {
  return {weights.floats(name + ".weight", {out, in}), weights.floats(name + ".bias", {out})};
}

std::vector<double> ClassHead::apply(const Layer& layer, std::span<const double> in) {
  std::vector<double> out(layer.bias.begin(), layer.bias.end());
  for (std::size_t o = 0; o < out.size(); ++o) {
    const float* row = layer.matrix.data() + o * in.size();
    for (std::size_t i = 0; i < in.size(); ++i) out[o] += in[i] * static_cast<double>(row[i]);
  }
  return out;
}

double ClassHead::bend(double x) const {
  if (bend_ == HeadBend::kTanh) return std::tanh(x);
  if (bend_ == HeadBend::kRelu) return std::max(x, 0.0);
  return x / 2 * (1 + std::erf(x / std::numbers::sqrt2));
}

std::vector<double> ClassHead::logits(std::span<const float> state) const {
  const std::vector<double> in(state.begin(), state.end());
  auto between = apply(first_, in);
  for (double& x : between) x = bend(x);
  return apply(last_, between);
}

}  // namespace sonde
