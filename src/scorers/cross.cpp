#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "encoders/shared/subject_files.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/folder_options.h"
#include "engine/folders/folder_kind.h"
#include "engine/graph/transformer.h"
#include "engine/models/class_head.h"
#include "engine/models/pair_model.h"
#include "scorers/cut_remark.h"
#include "scorers/kinds.h"
#include "scorers/row_scores.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// All that follows from the folder and the options, before any weight is read.
struct CrossChoice {
  ModelFolder folder;
  ClassFacts classes;
  PairOptions options;
  std::string order;  // which sentence comes first: first, second, or the mean of both
  std::size_t label = 0;
  std::size_t parameters = 0;
  std::string assumed;
  std::vector<StampedFile> files;
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

std::string listed(std::span<const std::string> labels) {
  std::string text;
  for (const auto& label : labels) text += (text.empty() ? "'" : ", '") + label + "'";
  return text;
}

// The class whose probability is the score.
std::size_t chosen_label(Options& options, const ClassFacts& classes, const std::string& file) {
  const auto& labels = classes.labels;
  if (labels.size() == 1) return 0;  // so that the option is refused as unknown
  const std::string name = options.text("label", "");
  if (name.empty()) {
    throw usage_error("the model '" + file + "' has the labels " + listed(labels),
                      "name the one whose probability is the score: label=" + labels.front());
  }
  const auto same = [&](const std::string& label) { return lower(label) == lower(name); };
  const auto found = std::ranges::find_if(labels, same);
  if (found == labels.end()) {
    throw usage_error("the model '" + file + "' has no label '" + name + "'",
                      "it has " + listed(labels));
  }
  return static_cast<std::size_t>(found - labels.begin());
}

void add_files(CrossChoice& choice, std::vector<StampedFile> files) {
  for (auto& file : files) choice.files.push_back(std::move(file));
}

CrossChoice choose_cross(const Spec& spec, const EncoderContext& context) {
  CrossChoice choice;
  const auto location = locate_model("cross", spec.location, context.resources);
  check_folder_kind(location.folder, "cross");
  Options options(spec);
  const auto ignored = parse_ignored(options);
  choice.folder = read_transformer_folder(location.folder, ignored);
  const Weights weights(choice.folder.weights, choice.folder.transformer.family->prefix);
  choice.classes = read_class_facts(choice.folder, weights, ignored);
  ignored.done();
  choice.parameters = weights.parameters();
  add_files(choice, choice.folder.files);
  add_files(choice, choice.classes.files);
  add_files(choice, weights.files());
  choice.order = options.choice("order", "first", {"first", "second", "both"});
  choice.label = chosen_label(options, choice.classes, spec.location);
  choice.options.max_tokens = parse_max_tokens(options, choice.folder);
  choice.options.graph = parse_graph(options, choice.folder, weights, context.threads);
  options.done();
  choice.assumed = told_assumptions(choice.folder, spec);
  choice.options.classes = choice.classes.labels.size();
  return choice;
}

std::vector<std::pair<std::string, std::string>> facts_of(const CrossChoice& choice) {
  const auto& transformer = choice.folder.transformer;
  const auto& classes = choice.classes;
  const bool one = classes.labels.size() == 1;
  std::vector<std::pair<std::string, std::string>> facts{
      {"kind", "cross-encoder: sees both sentences at once"},
      {"family", std::string(transformer.family->model_type)},
      {"parameters", std::to_string(choice.parameters)},
      {"layers", std::to_string(transformer.layers)},
      {one ? "score" : "label",
       one ? (classes.sigmoid ? "sigmoid" : "logit") : classes.labels[choice.label]},
      {"order", choice.order},
      {"length limit", std::to_string(choice.options.max_tokens)},
      {"precision", std::string(name_of(choice.options.graph.precision))}};
  if (!choice.assumed.empty()) facts.emplace_back("assumed", choice.assumed);
  return facts;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The probability of one class among all. The greatest logit is subtracted, so that none overflows.
double probability(std::span<const double> logits, std::size_t label) {
  const double greatest = *std::ranges::max_element(logits);
  double sum = 0;
  for (const double logit : logits) sum += std::exp(logit - greatest);
  return std::exp(logits[label] - greatest) / sum;
}

class CrossEncoder : public Scorer {
 public:
  CrossEncoder(CrossChoice choice, const Resources& resources)
      : choice_(std::move(choice)), files_(resources) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same files and options mean another
    const auto number = [](std::size_t n) { return static_cast<std::uint64_t>(n); };
    Hasher hasher;
    hasher.add("cross").add(kRevision).add(kTokenizerVersion);
    for (const auto& file : choice_.files) {
      hasher.add(file.path.lexically_relative(choice_.folder.root).generic_string());
      hasher.add(files_.add(file));
    }
    hasher.add(choice_.order).add(number(choice_.label));
    hasher.add(number(choice_.options.max_tokens));
    identity_.what = hasher.finish();
    identity_.numerics = numerics_of(choice_.options.graph);
    identity_.facts = facts_of(choice_);
  }

  const Identity& identity() const override { return identity_; }

  void score(std::span<const Item> items, std::span<double> out) override {
    std::vector<Asked> asked;
    std::size_t row_place = 0, text_place = 0;
    for (const auto& item : items) {
      for (const auto& row : item.rows) {
        if (row.at.size() == 2) ask_row(item, row, {row_place, text_place}, asked);
        ++row_place;
      }
      text_place += item.texts.size();
    }
    remarks_.assign(text_place, {});
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    if (!asked.empty()) answer(asked, out);
  }

  std::span<const Remark> remarks() const override { return remarks_; }

 private:
  // One order of a row's sentences.
  struct Asked {
    PairModel::Pair texts;
    std::array<std::size_t, 2> places;  // among the items' texts
    std::size_t row;
  };
  struct Places {
    std::size_t row, text;  // the item's first
  };

  void ask_row(const Item& item, const Row& row, const Places& places,
               std::vector<Asked>& asked) const {
    const auto ask = [&](std::size_t a, std::size_t b) {
      asked.push_back({{item.texts[a].text, item.texts[b].text},
                       {places.text + a, places.text + b},
                       places.row});
    };
    if (choice_.order != "second") ask(row.at[0], row.at[1]);
    if (choice_.order != "first") ask(row.at[1], row.at[0]);
  }

  void answer(std::span<const Asked> asked, std::span<double> out) {
    std::vector<PairModel::Pair> pairs;
    for (const auto& one : asked) pairs.push_back(one.texts);
    const auto answers = model().ask(pairs);
    files_.check_unchanged();  // weights are mapped, so that a later change shows in them
    const double share = choice_.order == "both" ? 0.5 : 1;
    for (const auto& one : asked) out[one.row] = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      out[asked[i].row] += share * score_of(answers[i].logits);
      for (std::size_t side = 0; side < 2; ++side) {
        note_cut(answers[i].total[side], answers[i].kept[side], remarks_[asked[i].places[side]]);
      }
    }
  }

  double score_of(std::span<const double> logits) const {
    if (logits.size() > 1) return probability(logits, choice_.label);
    return choice_.classes.sigmoid ? sigmoid(logits[0]) : logits[0];
  }

  PairModel& model() {
    if (!model_) {
      files_.check_unchanged();  // half a model would be reported as damaged
      model_ = load_pair_model(choice_.folder, choice_.options);
    }
    return *model_;
  }

  CrossChoice choice_;
  SubjectFiles files_;
  Identity identity_;
  std::vector<Remark> remarks_;
  std::unique_ptr<PairModel> model_;
};

}  // namespace

std::unique_ptr<Scorer> make_cross(const Spec& spec, const ScorerContext& context) {
  return std::make_unique<CrossEncoder>(choose_cross(spec, context.encoders),
                                        context.encoders.resources);
}

}  // namespace sonde
