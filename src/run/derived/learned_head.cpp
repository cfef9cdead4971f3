#include "run/derived/learned_head.h"

#include <algorithm>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "run/tasks/derived.h"
#include "sonde/error.h"
#include "statistics/learning/ridge.h"

namespace sonde {
namespace {

constexpr std::size_t kMostUnits = 4096, kMostLayers = 4;

void take_features(HeadOptions& head, const Spec& spec, Options& options) {
  const std::string text = options.text("features", head.parts.size() > 1 ? "similarity" : "pair");
  head.of_similarities = text == "similarity";
  if (!head.of_similarities) {
    head.pair = {false, false, false};
    for (const auto word : parts_of(text, ',')) {
      if (word == "pair") {
        head.pair.both = true;
      } else if (word == "difference") {
        head.pair.difference = true;
      } else if (word == "product") {
        head.pair.product = true;
      } else {
        throw usage_error("'" + std::string(word) + "' are not features",
                          "there are pair, difference, product (several with commas between) and "
                          "similarity");
      }
    }
    if (head.parts.size() > 1) {
      throw usage_error(
          "'" + spec.text + "' has several subjects, whose vectors cannot be combined",
          "learn from their similarities: features=similarity");
    }
  }
}

std::size_t component_option(Options& options) {
  const std::string text = options.text("pca", "8");
  if (text == "none") return 0;
  const auto count = parse_number<std::size_t>(text);
  if (!count || *count == 0 || *count > kMostUnits) {
    throw usage_error("pca=" + text + " is not a number of components",
                      "give 1 to 4096, or none for the features as they are");
  }
  return *count;
}

void take_published(HeadOptions& head, Options& options) {
  head.published = options.flag("published", false);
  if (!head.published) return;
  if (head.split.kind == Split::Kind::kFolds) {
    throw usage_error("published=true needs split=random or split=labels", "these are the study's");
  }
  head.split.predict_trained = true;
}

class Head : public Derived {
 public:
  explicit Head(const Spec& spec) : name_(spec.name), options_(head_options(spec)) {
    facts_.parts = options_.parts;
    facts_.learns = true;
    facts_.wants_features = !options_.of_similarities;
    facts_.trained_on = options_.trained_on;
    Hasher hasher;
    hasher.add("head 1").add(features_text(options_)).add(hidden_text(options_.network.hidden));
    hasher.add(std::uint64_t{options_.components}).add(std::uint64_t{options_.scaled});
    hasher.add(std::uint64_t{options_.published}).add(options_.network.seed);
    add_to(hasher, options_.split);
    facts_.what = hasher.finish();
    facts_.told = {{"kind", "learned head"},
                   {"features", features_text(options_)},
                   {"hidden units", hidden_text(options_.network.hidden)},
                   {"split", sonde::told(options_.split)}};
    if (!options_.trained_on.empty()) facts_.told.emplace_back("trained on", options_.trained_on);
    if (options_.published)
      facts_.told.emplace_back("as published", "test rows are not kept apart");
  }

  const DerivedFacts& facts() const override { return facts_; }

  DerivedValues values(SubjectAnswers& answers, std::uint32_t task) const override {
    auto features = head_features(options_, answers, task);
    if (features.rows() == 0) return {};
    const std::uint32_t from = answers.training_task(task, options_.trained_on, name_);
    const bool elsewhere = from != task;
    const auto others = elsewhere ? head_features(options_, answers, from) : MatrixOf<double>();
    const Examples examples{elsewhere ? others.view() : std::as_const(features).view(),
                            answers.rows(from)};
    const std::string& dataset = answers.task(from).card.name;
    if (learnable_rows(examples).empty()) return tell_lack_of_gold(name_, dataset);
    return learn_or_tell(name_, answers.task(task).card.name, [&]() -> DerivedValues {
      const Learn learn = learner(examples, answers);
      if (elsewhere) {
        return {predict_others(examples, std::as_const(features).view(), learn),
                {},
                seen_note(name_, answers, from, task)};
      }
      return {
          predict_parts(examples, parts_of(examples, options_.split), learn, answers.context())};
    });
  }

 private:
  Learn learner(const Examples& examples, const SubjectAnswers& answers) const {
    const auto check_stop = [&answers] { answers.context().check_stop(); };
    if (options_.published) {  // the preparation uses all rows before any is left out
      const auto rows = rows_at(examples.features, defined_rows(examples.features));
      return learner_with(std::make_shared<Preparation>(options_, rows.view()), check_stop);
    }
    return [this, check_stop](Matrix<const double> rows, std::span<const double> targets) {
      const auto prepare = std::make_shared<Preparation>(options_, rows);
      return learner_with(prepare, check_stop)(rows, targets);
    };
  }

  Learn learner_with(std::shared_ptr<Preparation> prepare, std::function<void()> check_stop) const {
    return [this, prepare, check_stop](Matrix<const double> rows, std::span<const double> targets) {
      const auto prepared = (*prepare)(rows);
      const auto predict = learn_network(options_.network, prepared.view(), targets, check_stop);
      return [prepare, predict](Matrix<const double> others) {
        const auto there = (*prepare)(others);
        return predict(there.view());
      };
    };
  }

  std::string name_;
  HeadOptions options_;
  DerivedFacts facts_;
};

}  // namespace

std::unique_ptr<Derived> make_head(const Spec& spec) { return std::make_unique<Head>(spec); }

HeadOptions head_options(const Spec& spec) {
  HeadOptions head;
  head.parts = derived_parts(spec);
  Options options(spec);
  take_features(head, spec, options);
  if (!head.of_similarities) head.components = component_option(options);
  head.scaled = options.flag("scale", false);
  head.network.hidden = hidden_units(options.text("hidden", "10"));
  head.network.seed = options.count("seed", 1, 0, INT64_MAX);
  head.split = split_options(options, head.network.seed);
  head.trained_on = options.text("trained_on", "");
  take_published(head, options);
  options.done();
  return head;
}

std::vector<std::size_t> hidden_units(const std::string& text) {
  if (text == "none" || text == "0") return {};
  std::vector<std::size_t> hidden;
  for (const auto word : parts_of(text, ',')) {
    const auto units = parse_number<std::size_t>(trimmed(word));
    if (!units || *units == 0 || *units > kMostUnits || hidden.size() == kMostLayers) {
      throw usage_error("hidden=" + text + " are not hidden layers",
                        "give the units of 1 to 4 layers, such as 60,10, or none");
    }
    hidden.push_back(*units);
  }
  return hidden;
}

std::string hidden_text(std::span<const std::size_t> hidden) {
  std::string text;
  for (const auto units : hidden) text += (text.empty() ? "" : ",") + std::to_string(units);
  return text.empty() ? "none" : text;
}

std::string features_text(const HeadOptions& options) {
  if (options.of_similarities) return "similarity";
  std::string text;
  const auto add = [&](bool wanted, const char* name) {
    if (wanted) text += (text.empty() ? "" : ",") + std::string(name);
  };
  add(options.pair.both, "pair");
  add(options.pair.difference, "difference");
  add(options.pair.product, "product");
  if (options.components > 0)
    text += ", up to " + counted(options.components, "principal component");
  return text + (options.scaled ? ", scaled" : "");
}

MatrixOf<double> head_features(const HeadOptions& options, SubjectAnswers& answers,
                               std::uint32_t task) {
  if (!options.of_similarities) {
    return answers.features(task, options.parts.front(), options.pair);
  }
  return similarity_columns(options.parts, answers, task);
}

// Eight numbers of a scorer carry no more information as eight components.
std::size_t Preparation::outputs(const HeadOptions& options, std::size_t features) {
  return options.components > 0 ? std::min(options.components, features) : features;
}

Preparation::Preparation(const HeadOptions& options, Matrix<const double> rows) {
  // Few rows have few directions.
  const std::size_t count = std::min(outputs(options, rows.columns()), rows.rows());
  if (count > 0 && count < rows.columns()) components_ = fit_components(rows, count);
  if (options.scaled && rows.rows() > 0) {
    const auto projected = components_ ? components_->project(rows) : MatrixOf<double>();
    scaling_ = fit_scaling(components_ ? projected.view() : rows);
  }
}

MatrixOf<double> Preparation::operator()(Matrix<const double> rows) const {
  MatrixOf<double> prepared;
  if (components_) {
    prepared = components_->project(rows);
  } else {
    prepared = MatrixOf<double>(rows.rows(), rows.columns());
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      std::ranges::copy(rows[row], prepared[row].begin());
    }
  }
  if (scaling_) scaling_->apply(prepared.view());
  return prepared;
}

Predict learn_network(const NetworkOptions& options, Matrix<const double> rows,
                      std::span<const double> targets, const std::function<void()>& check_stop) {
  if (options.hidden.empty()) {
    return [model = fit_least_squares(rows, targets)](Matrix<const double> others) {
      std::vector<double> values;
      for (std::size_t row = 0; row < others.rows(); ++row) values.push_back(model(others[row]));
      return values;
    };
  }
  return [network = train_network(initial_network(rows.columns(), options), rows, targets, options,
                                  check_stop)](Matrix<const double> others) {
    return network.predict(others);
  };
}

}  // namespace sonde
