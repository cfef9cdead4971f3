#include "run/heads.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "base/at_place.h"
#include "base/nan.h"
#include "base/threads.h"
#include "run/derived/learned_head.h"
#include "run/derived/subject_answers.h"
#include "run/encoded.h"
#include "run/listed.h"
#include "run/plan.h"
#include "sonde/error.h"
#include "sonde/stats.h"
#include "statistics/measures/distributions.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

// One Spearman correlation per size. NaN: undefined.
using OfSizes = std::vector<double>;

// One head on one task.
class HeadCurve {
 public:
  HeadCurve(const HeadsPlan& plan, HeadOptions head, const Examples& examples,
            const RunContext& context)
      : plan_(plan), head_(std::move(head)), examples_(examples), context_(context) {
    if (!head_.published) return;
    const auto rows = rows_at(examples.features, defined_rows(examples.features));
    prepared_ = std::make_unique<Preparation>(head_, rows.view());
  }

  // Correlations per seed. If a seed fails, the first one's error is thrown.
  std::vector<OfSizes> go() const {
    std::vector<OfSizes> seeds(plan_.seeds);
    parallel_for(plan_.seeds, 1, learning_threads(examples_.features, context_.threads()),
                 [&](std::size_t seed, std::size_t) { seeds[seed] = with_seed(seed + 1); });
    return seeds;
  }

  std::size_t inputs() const { return Preparation::outputs(head_, examples_.features.columns()); }

 private:
  // One per size. Rows that aren't predicted are NaN.
  OfSizes with_seed(std::uint64_t seed) const {
    Split split = head_.split;
    split.seed = seed;
    std::vector<std::vector<double>> values(plan_.hidden.size(),
                                            std::vector<double>(examples_.features.rows(), kNaN));
    for (const auto& part : parts_of(examples_, split)) learn_part(part, seed, values);
    OfSizes correlations;
    for (const auto& of_size : values) correlations.push_back(agreement(of_size));
    return correlations;
  }

  void learn_part(const SplitPart& part, std::uint64_t seed,
                  std::vector<std::vector<double>>& values) const {
    const auto train = rows_at(examples_.features, part.train);
    const auto test = rows_at(examples_.features, part.test);
    const auto own = prepared_ ? nullptr : std::make_unique<Preparation>(head_, train.view());
    const Preparation& prepare = prepared_ ? *prepared_ : *own;
    const auto learned = prepare(train.view()), tested = prepare(test.view());
    const auto targets = numbers_at(examples_.rows.gold, part.train);
    for (std::size_t size = 0; size < plan_.hidden.size(); ++size) {
      NetworkOptions options = head_.network;
      options.hidden = plan_.hidden[size];
      options.seed = seed;
      const auto predict = learn_network(options, std::as_const(learned).view(), targets,
                                         [this] { context_.check_stop(); });
      const auto predicted = predict(std::as_const(tested).view());
      for (std::size_t i = 0; i < part.test.size(); ++i) values[size][part.test[i]] = predicted[i];
    }
  }

  double agreement(std::span<const double> values) const {
    std::vector<double> gold, predicted;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (std::isnan(values[row]) || std::isnan(examples_.rows.gold[row])) continue;
      gold.push_back(examples_.rows.gold[row]);
      predicted.push_back(values[row]);
    }
    return spearman(gold, predicted);
  }

  const HeadsPlan& plan_;
  HeadOptions head_;
  const Examples& examples_;
  const RunContext& context_;
  std::unique_ptr<Preparation> prepared_;  // null: each part of a split has its own
};

// The mean and how far the seeds are apart.
struct OverSeeds {
  explicit OverSeeds(std::span<const double> values) {
    for (const double value : values) {
      if (!std::isnan(value)) mean += value, ++count;
    }
    mean = count > 0 ? mean / static_cast<double>(count) : kNaN;
    if (count < 2) return;
    double squares = 0;
    for (const double value : values) {
      if (!std::isnan(value)) squares += (value - mean) * (value - mean);
    }
    deviation = std::sqrt(squares / static_cast<double>(count - 1));
    const double student = upper_point(student_tail(count - 1));
    half = student * deviation / std::sqrt(static_cast<double>(count));
  }

  double mean = 0, deviation = kNaN, half = kNaN;
  std::size_t count = 0;
};

// Fields common to the results of a head on a task.
struct HeadPlace {
  std::string subject, probe, dataset;
};

void add_size(const HeadPlace& place, std::span<const std::size_t> hidden, std::size_t inputs,
              std::span<const double> by_seed, std::vector<Result>& results) {
  const OverSeeds seeds(by_seed);
  Result result;
  result.subject = place.subject;
  result.probe = place.probe;
  result.dataset = place.dataset;
  result.slice = "hidden=" + hidden_text(hidden);
  result.name = "spearman";
  result.value = seeds.mean;
  result.low = std::max(-1.0, seeds.mean - seeds.half);
  result.high = std::min(1.0, seeds.mean + seeds.half);
  if (std::isnan(seeds.half)) result.low = result.high = kNaN;
  result.n = seeds.count;
  result.left_out = by_seed.size() - seeds.count;
  if (result.left_out > 0) result.why["undefined correlation"] = result.left_out;
  results.push_back(result);
  result.name = "spearman.deviation";
  result.value = seeds.deviation;
  result.low = result.high = kNaN;
  results.push_back(result);
  result.name = "weights";
  result.value = static_cast<double>(count_weights(inputs, hidden));
  results.push_back(result);
}

// The encoders with their vectors: from the store if there is one.
Encoded with_sources(Listed listed, VectorStore* store) {
  Encoded encoded{
      std::move(listed.tasks), {}, std::move(listed.scorers), std::move(listed.derived), 0};
  for (auto& subject : listed.encoders) {
    EncodedSubject one{std::move(subject), nullptr, nullptr};
    const bool lasts = std::ranges::all_of(one.encoder->views(),
                                           [](const Identity& view) { return view.doubt.empty(); });
    if (one.encoder->fitter() == nullptr) {
      one.source =
          std::make_unique<VectorSource>(one.encoder, lasts ? store : nullptr, [](std::size_t) {});
    }
    encoded.encoders.push_back(std::move(one));
  }
  return encoded;
}

void check_heads(const HeadsPlan& plan) {
  if (std::ranges::none_of(plan.run.scorers,
                           [](const Spec& spec) { return spec.kind == "head"; })) {
    throw usage_error("no learned head is named", "name one: --scorer NAME=head:ENCODER");
  }
  if (plan.seeds == 0 || plan.seeds > 10'000) throw usage_error("give 1 to 10000 seeds");
  if (plan.hidden.empty()) throw usage_error("no size of a network is named");
}

// Sizes and seeds are the curve's, not those of the head's words.
void check_head(const Spec& spec) {
  const Options options(spec);
  for (const auto& [key, instead] : {std::pair{"hidden", "--hidden"}, {"seed", "--seeds"}}) {
    if (!options.has(key)) continue;
    throw usage_error("'" + spec.name + "' has the option " + key + "=",
                      "`sonde heads` takes it as " + std::string(instead));
  }
}

void check_no_filter(const ListedTask& task) {
  if (task.filter.empty()) return;
  throw usage_error("the items of '" + task.card.name + "' are chosen by encoders",
                    "`sonde heads` learns from all; use `sonde run`");
}

void add_curve(const HeadsPlan& plan, const DerivedSubject& subject, std::uint32_t task,
               SubjectAnswers& answers, RunContext& context, std::vector<Result>& results) {
  HeadOptions head = head_options(subject.spec);
  if (!head.trained_on.empty()) {
    throw usage_error("'" + subject.spec.name + "' is trained on another data set",
                      "`sonde heads` learns and predicts within each data set");
  }
  if (!has_gold(answers.rows(task))) return;
  check_no_filter(answers.task(task));
  const auto features = head_features(head, answers, task);
  const Examples examples{features.view(), answers.rows(task)};
  const ListedTask& of = answers.task(task);
  if (learnable_rows(examples).empty()) return;
  context.begin("learning " + subject.spec.name + " on " + of.card.name, 1);
  const HeadCurve curve(plan, std::move(head), examples, context);
  const auto seeds = curve.go();
  for (std::size_t size = 0; size < plan.hidden.size(); ++size) {
    std::vector<double> by_seed;
    for (const auto& of_sizes : seeds) by_seed.push_back(of_sizes[size]);
    add_size({subject.spec.name, of.spec.text, of.card.name}, plan.hidden[size], curve.inputs(),
             by_seed, results);
  }
  context.advance(1);
}

}  // namespace

std::vector<Result> learn_heads(const HeadsPlan& plan, Observer& observer) {
  check_heads(plan);
  check_amounts(plan.run);
  RunContext context(observer, plan.run.threads);
  for (const auto& spec : plan.run.scorers) {
    if (spec.kind == "head") at_place(spec.place, [&] { check_head(spec); });
  }
  Listed listed = list_items(plan.run, plan_run(plan.run, context), context);
  const auto store = plan.run.store.empty() ? nullptr : open_vector_store(plan.run.store);
  const Encoded encoded = with_sources(std::move(listed), store.get());
  SubjectAnswers answers(encoded, context);
  std::vector<Result> results;
  for (const auto& subject : encoded.derived) {
    if (subject.spec.kind != "head") continue;
    for (std::uint32_t task = 0; task < encoded.tasks.size(); ++task) {
      at_place(subject.spec.place,
               [&] { add_curve(plan, subject, task, answers, context, results); });
    }
  }
  for (const auto& task : encoded.tasks) check_unchanged(task);
  if (results.empty()) {
    throw input_error("no data set has gold values that a head could learn", {},
                      "name data with a rating or another number per pair");
  }
  return results;
}

}  // namespace sonde
