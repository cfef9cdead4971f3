#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "encoders/shared/model_costs.h"
#include "encoders/shared/subject_files.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/folder_options.h"
#include "engine/graph/transformer.h"
#include "engine/models/late_interaction_model.h"
#include "scorers/cut_remark.h"
#include "scorers/kinds.h"
#include "text/invisible.h"

namespace sonde {
namespace {

// The settings from the folder and the options, before any weight is read.
struct LateChoice {
  LateFolder folder;
  GraphOptions graph;
  std::string order;  // the sentence that is the query: first, second, or both (the mean)
  std::string assumed;
  std::size_t parameters = 0;
  std::vector<StampedFile> files;
};

void choose_prompt(Options& options, const std::string& role, const ModelFolder& model,
                   LateSide& side) {
  const std::string given = options.text(role, side.prompt);
  if (given == side.prompt) return;
  side.prompt = prompt_named(given, model);
  if (!side.prompt.starts_with(side.marker)) side.marker.clear();
}

std::vector<StampedFile> files_of(const LateFolder& folder, const Weights& weights) {
  auto files = folder.model.files;
  const auto add = [&](const Weights& more) {
    for (auto& file : more.files()) files.push_back(std::move(file));
  };
  add(weights);
  for (const auto& step : folder.model.head) {
    const auto* dense = std::get_if<DenseFacts>(&step);
    if (dense != nullptr && dense->weights != folder.model.weights)
      add(Weights(dense->weights, ""));
  }
  return files;
}

LateChoice choose_late(const Spec& spec, const EncoderContext& context) {
  LateChoice choice;
  const auto location = locate_model("colbert", spec.location, context.resources);
  Options options(spec);
  const auto ignored = parse_ignored(options);
  choice.folder = read_late_folder(location.folder, ignored);
  ignored.done();
  LateFolder& folder = choice.folder;
  const Weights weights(folder.model.weights, folder.model.transformer.family->prefix);
  choice.parameters = weights.parameters();
  choice.files = files_of(folder, weights);
  choice.order = options.choice("order", "first", {"first", "second", "both"});
  const std::string usual = folder.mean ? "meanmaxsim" : "maxsim";
  folder.mean = options.choice("similarity", usual, {"maxsim", "meanmaxsim"}) == "meanmaxsim";
  choose_prompt(options, "query", folder.model, folder.query);
  choose_prompt(options, "document", folder.model, folder.document);
  choice.graph = options_for(folder, parse_graph(options, folder.model, weights, context.threads));
  options.done();
  choice.assumed = told_assumptions(folder.model, spec);
  return choice;
}

std::string shown_expansion(const std::optional<QueryExpansion>& expansion) {
  if (!expansion) return "none";
  return (expansion->cuts ? "to " : "to at least ") + counted(expansion->length, "token") + " by " +
         expansion->token + (expansion->attended ? ", attended" : ", not attended");
}

std::vector<std::pair<std::string, std::string>> facts_of(const LateChoice& choice) {
  const LateFolder& folder = choice.folder;
  const auto& transformer = folder.model.transformer;
  std::vector<std::pair<std::string, std::string>> facts{
      {"kind", "late interaction: a vector per token"},
      {"family", std::string(transformer.family->model_type)},
      {"parameters", std::to_string(choice.parameters)},
      {"dimension", std::to_string(folder.width)},
      {"layers", std::to_string(transformer.layers)},
      {"similarity", folder.mean ? "meanmaxsim" : "maxsim"},
      {"order", choice.order},
      {"queries filled up", shown_expansion(folder.expansion)},
      {"length limit", std::to_string(folder.query.max_tokens) + " (query), " +
                           std::to_string(folder.document.max_tokens) + " (document)"},
      {"precision", std::string(name_of(choice.graph.precision))}};
  if (!folder.query.prompt.empty()) facts.emplace_back("prompt of queries", folder.query.prompt);
  if (!folder.document.prompt.empty()) {
    facts.emplace_back("prompt of documents", folder.document.prompt);
  }
  for (auto& cost : model_costs(folder.model.root, choice.files)) facts.push_back(std::move(cost));
  if (!choice.assumed.empty()) facts.emplace_back("assumed", choice.assumed);
  return facts;
}

void add_side(const LateSide& side, Hasher& hasher) {
  hasher.add(side.prompt).add(side.marker).add(std::uint64_t{side.max_tokens});
}

// Collects each text once as a query and once as a document.
class LateTexts {
 public:
  std::size_t place_of(std::string_view text, bool is_query) {
    const auto [at, is_new] = places_.try_emplace({is_query, text}, texts_.size());
    if (is_new) texts_.push_back({text, is_query});
    return at->second;
  }
  const std::vector<LateText>& texts() const { return texts_; }

 private:
  std::map<std::pair<bool, std::string_view>, std::size_t> places_;
  std::vector<LateText> texts_;
};

class ColbertScorer : public Scorer {
 public:
  ColbertScorer(LateChoice choice, const EncoderContext& context)
      : choice_(std::move(choice)), files_(context.resources), stop_(context.stop) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same files and options mean another
    Hasher hasher;
    hasher.add("colbert").add(kRevision).add(kTokenizerVersion);
    for (const auto& file : choice_.files) {
      hasher.add(file.path.lexically_relative(choice_.folder.model.root).generic_string());
      hasher.add(files_.add(file));
    }
    hasher.add(choice_.order).add(std::uint64_t{choice_.folder.mean});
    add_side(choice_.folder.query, hasher);
    add_side(choice_.folder.document, hasher);
    identity_.what = hasher.finish();
    identity_.numerics = numerics_of(choice_.graph);
    identity_.facts = facts_of(choice_);
  }

  const Identity& identity() const override { return identity_; }

  void score(std::span<const Item> items, std::span<double> out) override {
    constexpr std::size_t kItemsAtOnce = 64;  // whose tokens' vectors are in memory
    remarks_.clear();
    std::size_t row = 0;
    for (std::size_t first = 0; first < items.size(); first += kItemsAtOnce) {
      const auto some = items.subspan(first, std::min(kItemsAtOnce, items.size() - first));
      std::size_t rows = 0;
      for (const auto& item : some) rows += item.rows.size();
      score_some(some, out.subspan(row, rows));
      row += rows;
    }
  }

  std::span<const Remark> remarks() const override { return remarks_; }

 private:
  // A row's sentences in one order.
  struct Compared {
    std::size_t row;
    std::array<std::size_t, 2> encoded;  // query and document, among the encoded texts
    std::array<std::size_t, 2> texts;    // among those of the items
  };

  void compare_row(const Item& item, const Row& row, const std::array<std::size_t, 2>& places,
                   LateTexts& texts, std::vector<Compared>& compared) const {
    if (row.at.size() != 2) return;
    const auto compare = [&](std::size_t query, std::size_t document) {
      const std::string& a = item.texts[query].text;
      const std::string& b = item.texts[document].text;
      if (is_invisible(a) || is_invisible(b)) return;
      compared.push_back({places[0],
                          {texts.place_of(a, true), texts.place_of(b, false)},
                          {places[1] + query, places[1] + document}});
    };
    if (choice_.order != "second") compare(row.at[0], row.at[1]);
    if (choice_.order != "first") compare(row.at[1], row.at[0]);
  }

  void score_some(std::span<const Item> items, std::span<double> out) {
    LateTexts texts;
    std::vector<Compared> compared;
    std::size_t row_place = 0, text_place = remarks_.size();
    for (const auto& item : items) {
      for (const auto& row : item.rows) {
        compare_row(item, row, {row_place++, text_place}, texts, compared);
      }
      text_place += item.texts.size();
    }
    remarks_.resize(text_place);
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    if (!compared.empty()) compare(texts.texts(), compared, out);
  }

  void compare(std::span<const LateText> texts, std::span<const Compared> compared,
               std::span<double> out) {
    const auto encoded = model().encode(texts);
    files_.check_unchanged();  // weights are mapped, so that a later change shows in them
    const double share = choice_.order == "both" ? 0.5 : 1;
    for (const auto& one : compared) out[one.row] = 0;
    for (const auto& [row, tokens, places] : compared) {
      const auto& query = encoded[tokens[0]];
      const auto& document = encoded[tokens[1]];
      out[row] += share * max_similarity(query.vectors.view(), document.vectors.view(),
                                         choice_.folder.mean);
      note_cut(query.total, query.kept, remarks_[places[0]]);
      note_cut(document.total, document.kept, remarks_[places[1]]);
    }
  }

  LateModel& model() {
    if (!model_) {
      files_.check_unchanged();  // half a model would be reported as damaged
      model_ = load_late_model(choice_.folder, choice_.graph, stop_);
    }
    return *model_;
  }

  LateChoice choice_;
  SubjectFiles files_;
  std::function<bool()> stop_;
  Identity identity_;
  std::vector<Remark> remarks_;
  std::unique_ptr<LateModel> model_;
};

}  // namespace

std::unique_ptr<Scorer> make_colbert(const Spec& spec, const ScorerContext& context) {
  return std::make_unique<ColbertScorer>(choose_late(spec, context.encoders), context.encoders);
}

}  // namespace sonde
