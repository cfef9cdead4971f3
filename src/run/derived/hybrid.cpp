#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/counted.h"
#include "base/nan.h"
#include "base/parse.h"
#include "run/derived/learning.h"
#include "run/tasks/derived.h"
#include "sonde/error.h"
#include "statistics/learning/ridge.h"
#include "statistics/learning/scaling.h"

namespace sonde {
namespace {

// "0.5,0.5": one a part, not all of them adding up to nothing.
std::vector<double> given_weights(const std::string& text, const Spec& spec, std::size_t parts) {
  std::vector<double> weights;
  for (const auto word : parts_of(text, ',')) {
    const auto weight = parse_number<double>(trimmed(word));
    if (!weight || !std::isfinite(*weight)) {
      throw usage_error("'" + std::string(word) + "' of '" + spec.text + "' is not a weight",
                        "give numbers separated by commas: weights=2,1");
    }
    weights.push_back(*weight);
  }
  if (weights.size() != parts) {
    throw usage_error("'" + spec.text + "' has " + counted(weights.size(), "weight") + " for " +
                          counted(parts, "subject"),
                      "give one for each, or none to have them fitted");
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double largest =
      std::abs(*std::ranges::max_element(weights, {}, [](double x) { return std::abs(x); }));
  if (!(std::abs(sum) > 1e-12 * largest)) {
    throw usage_error("the weights of '" + spec.text + "' sum to zero",
                      "the sum of the similarities is divided by theirs");
  }
  return weights;
}

// Ridge regression on similarities that are first brought to one scale. The weights are reported
// for the similarities as they are.
LinearModel fit_mixture(Matrix<const double> features, std::span<const double> targets) {
  MatrixOf<double> scaled(features.rows(), features.columns());
  for (std::size_t row = 0; row < features.rows(); ++row) {
    std::ranges::copy(features[row], scaled[row].begin());
  }
  const Scaling scaling = features.rows() > 0 ? fit_scaling(features) : Scaling{};
  scaling.apply(scaled.view());
  LinearModel model = fit_ridge(std::as_const(scaled).view(), targets);
  for (std::size_t i = 0; i < model.weights.size(); ++i) {
    model.weights[i] /= scaling.deviations[i];
    model.intercept -= model.weights[i] * scaling.means[i];
  }
  return model;
}

Predict learn_mixture(Matrix<const double> features, std::span<const double> targets) {
  return [model = fit_mixture(features, targets)](Matrix<const double> rows) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows.rows(); ++row) values.push_back(model(rows[row]));
    return values;
  };
}

class Hybrid : public Derived {
 public:
  explicit Hybrid(const Spec& spec) : name_(spec.name) {
    facts_.parts = derived_parts(spec);
    Options options(spec);
    Hasher hasher;
    hasher.add("hybrid 1");
    facts_.told = {{"kind", "hybrid"}};
    if (options.has("weights")) {
      weights_ = given_weights(options.text("weights", ""), spec, facts_.parts.size());
      for (const double weight : weights_) hasher.add(weight);
      facts_.told.emplace_back("weights", options.text("weights", ""));
    } else {
      facts_.learns = true;
      facts_.trained_on = options.text("trained_on", "");
      const auto seed = options.count("seed", 1, 0, INT64_MAX);
      split_ = split_options(options, seed);
      add_to(hasher, split_);
      facts_.told.emplace_back("weights", "fitted by ridge regression, " + sonde::told(split_));
      if (!facts_.trained_on.empty()) facts_.told.emplace_back("trained on", facts_.trained_on);
    }
    options.done();
    facts_.what = hasher.finish();
  }

  const DerivedFacts& facts() const override { return facts_; }

  DerivedValues values(SubjectAnswers& answers, std::uint32_t task) const override {
    const auto features = similarity_columns(facts_.parts, answers, task);
    if (features.rows() == 0) return {};
    return facts_.learns ? learned(answers, task, features) : weighted(features);
  }

 private:
  DerivedValues weighted(const MatrixOf<double>& features) const {
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    DerivedValues values;
    for (std::size_t row = 0; row < features.rows(); ++row) {
      const auto parts = features[row];
      values.similarities.push_back(
          std::inner_product(parts.begin(), parts.end(), weights_.begin(), 0.0) / sum);
    }
    values.fitted = weights_;
    return values;
  }

  DerivedValues learned(SubjectAnswers& answers, std::uint32_t task,
                        const MatrixOf<double>& features) const {
    const std::uint32_t from = answers.training_task(task, facts_.trained_on, name_);
    const bool elsewhere = from != task;
    const auto others = elsewhere ? similarity_columns(facts_.parts, answers, from) : features;
    const Examples examples{others.view(), answers.rows(from)};
    const auto rows = learnable_rows(examples);
    const std::string& dataset = answers.task(from).card.name;
    if (rows.empty()) return tell_lack_of_gold(name_, dataset);
    return learn_or_tell(name_, answers.task(task).card.name, [&] {
      DerivedValues values;
      values.similarities = elsewhere ? predict_others(examples, features.view(), learn_mixture)
                                      : predict_parts(examples, parts_of(examples, split_),
                                                      learn_mixture, answers.context());
      const auto learned = rows_at(others.view(), rows);
      describe(fit_mixture(learned.view(), numbers_at(examples.rows.gold, rows)), dataset, values);
      const auto seen = elsewhere ? seen_note(name_, answers, from, task) : std::string();
      if (!seen.empty()) values.note += "; " + seen;
      return values;
    });
  }

  // The weights of a fit to all rows, followed by the intercept and the penalty.
  void describe(const LinearModel& model, const std::string& dataset, DerivedValues& values) const {
    values.fitted = model.weights;
    values.fitted.insert(values.fitted.end(), {model.intercept, model.penalty});
    values.note = "'" + name_ + "' fitted to all of '" + dataset + "':";
    for (std::size_t i = 0; i < facts_.parts.size(); ++i) {
      values.note += (i > 0 ? ", " : " ") + rounded(model.weights[i]) + " " + facts_.parts[i];
    }
    values.note +=
        ", intercept " + rounded(model.intercept) + ", penalty " + rounded(model.penalty);
  }

  static std::string rounded(double number) {
    const double scale = 1e4;
    return printed(std::abs(number) < 1e11 ? std::round(number * scale) / scale : number);
  }

  std::string name_;
  DerivedFacts facts_;
  std::vector<double> weights_;
  Split split_;
};

}  // namespace

std::unique_ptr<Derived> make_hybrid(const Spec& spec) { return std::make_unique<Hybrid>(spec); }

}  // namespace sonde
