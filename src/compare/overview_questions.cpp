#include "compare/overview_questions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/nan.h"
#include "probes/shared/counting_words.h"
#include "probes/shared/kinds.h"
#include "probes/shared/results.h"
#include "probes/shared/ties.h"

namespace sonde {
namespace {

bool is_asked(const Evidence& of, const TaskFacts& task) {
  if (of.setting.empty()) return true;
  const Spec spec = parse_spec(task.probe);
  const std::string key(of.setting);
  if (const auto option = spec.options.find(key); option != spec.options.end()) {
    return option->second == of.is;
  }
  const auto setting = task.settings.find(key);
  if (setting == task.settings.end()) return of.is == "plain";  // the default of probes
  return setting->second == of.is;
}

// The share of comparisons won, averaged over items.
Result mean_share(const Frame& frame, const Table& table, const Evidence& of,
                  const std::vector<ItemOutcome>& outcomes, const Resampler& resampler) {
  Counted counted;
  for (std::size_t item = 0; item < outcomes.size(); ++item) {
    if (std::isnan(outcomes[item].ties)) continue;  // nothing to compare
    counted.add(outcomes[item].share, frame.keys[item]);
  }
  Result result = blank_result(frame, table, {"all", {}}, std::string(of.result), counted);
  result.better = Better::kHigher;
  if (counted.x.empty()) {
    if (!table.has_vectors) result.why["needs vectors"] = outcomes.size();
    return result;
  }
  add_share(result, counted, resampler);
  return result;
}

double share_of_ties(const std::vector<ItemOutcome>& outcomes) {
  double ties = 0, count = 0;
  for (const auto& outcome : outcomes) {
    if (std::isnan(outcome.share)) continue;
    ties += outcome.ties;
    ++count;
  }
  return ties / count;
}

// Rows x measurements. An item's rows follow each other.
MatrixOf<double> measured_by_counting_words(const QuestionedTask& of) {
  const Frame& frame = of.joint.frame();
  MatrixOf<double> all(frame.rows(), of.joint.probe().measurements().size());
  std::vector<std::size_t> first(frame.items());
  for (std::size_t row = frame.rows(); row-- > 0;) first[frame.item_of_row[row]] = row;
  each_item_of(of.file, of.number, frame.keys, [&](std::span<const Item> items, auto places) {
    const auto some = measured_by_counting_words(of.joint.probe(), items);
    std::size_t row = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = 0; j < items[i].rows.size(); ++j) {
        std::ranges::copy(some[row++], all[first[places[i]] + j].begin());
      }
    }
  });
  return all;
}

class Questioning {
 public:
  explicit Questioning(const QuestionedTask& of) : of_(of), resampler_(of.resampler.keeping()) {
    if (std::ranges::none_of(of.task.shown.evidence,
                             [&](const Evidence& one) { return is_asked(one, of.task.facts); })) {
      return;
    }
    baseline_ = measured_by_counting_words(of);
    words_ = {"counting words", true, baseline_.view()};
  }

  OverviewQuestion question(const Evidence& of) {
    OverviewQuestion found;
    found.of = of;
    if (std::isnan(of.chance)) {
      found.of.chance = 1 / static_cast<double>(of_.joint.frame().items());
    }
    found.results.resize(of_.subjects);
    found.ties.assign(of_.subjects, kNaN);
    found.outcomes.resize(of_.subjects);
    for (const auto& [subject, table] : of_.tables) {
      if (!of.is_share) {
        found.results[subject] = correlation(of, table.subject, of_.task.results);
        continue;
      }
      auto outcomes = of_.joint.probe().outcomes(of, of_.joint.frame(), table);
      found.results[subject] = mean_share(of_.joint.frame(), table, of, outcomes, resampler_);
      found.ties[subject] = share_of_ties(outcomes);
      found.outcomes[subject] = of_.shown.values(std::move(outcomes));
    }
    found.counting_words = baseline(of);
    return found;
  }

 private:
  static Result correlation(const Evidence& of, const std::string& subject,
                            const std::vector<Result>& results) {
    const auto found = std::ranges::find_if(results, [&](const Result& result) {
      return result.subject == subject && result.name == of.result && result.slice == of.slice;
    });
    return found == results.end() ? Result() : *found;
  }

  Result baseline(const Evidence& of) {
    const Frame& frame = of_.joint.frame();
    if (of.is_share) {
      return mean_share(frame, words_, of, of_.joint.probe().outcomes(of, frame, words_),
                        resampler_);
    }
    if (!correlations_) {
      correlations_ = of_.joint.probe().summarise(frame, {&words_, 1}, resampler_);
    }
    return correlation(of, words_.subject, *correlations_);
  }

  const QuestionedTask& of_;
  Resampler resampler_;
  MatrixOf<double> baseline_;
  Table words_;
  std::optional<std::vector<Result>> correlations_;
};

}  // namespace

std::vector<Evidence> share_questions(const TaskFacts& task) {
  const auto* const kind = find_probe_kind(kind_of_probe(task.probe));
  if (kind == nullptr) return {};
  std::vector<Evidence> found;
  std::ranges::copy_if(kind->shown.evidence, std::back_inserter(found),
                       [&](const Evidence& one) { return one.is_share && is_asked(one, task); });
  return found;
}

std::vector<OverviewQuestion> questions_of(const QuestionedTask& of) {
  Questioning questioning(of);
  std::vector<OverviewQuestion> found;
  for (const auto& one : of.task.shown.evidence) {
    if (!is_asked(one, of.task.facts)) continue;
    auto question = questioning.question(one);
    const bool any = std::ranges::any_of(
        question.results, [](const Result& result) { return result.n > 0 || result.left_out > 0; });
    if (any) found.push_back(std::move(question));
  }
  return found;
}

bool wins_worst(const ItemOutcome& outcome) { return is_above(outcome.margin); }

}  // namespace sonde
