#include "run/derived/learning.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "base/counted.h"
#include "base/names.h"
#include "base/nan.h"
#include "base/parse.h"
#include "base/threads.h"
#include "sonde/error.h"
#include "statistics/learning/splits.h"

namespace sonde {
namespace {

// "LABEL=VALUE" of an option.
LabelValue label_option(Options& options, const std::string& key) {
  const std::string text = options.text(key, "");
  const auto equals = text.find('=');
  if (equals == 0 || equals == text.npos || equals + 1 == text.size()) {
    throw usage_error("split=labels needs " + key + "=LABEL=VALUE",
                      "for instance train=other=in&test=adversarial=in");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

bool has_label(const Examples& examples, std::size_t row, const LabelValue& wanted) {
  const auto& labels = examples.rows.labels[examples.rows.item_of[row]];
  const auto found = labels.find(wanted.label);
  return found != labels.end() && found->second == wanted.value;
}

[[noreturn]] void throw_no_label(const Examples& examples, const LabelValue& wanted) {
  std::set<std::string> known;
  for (const auto& labels : examples.rows.labels) {
    for (const auto& [label, value] : labels) {
      if (!value.empty() && known.size() < 1000) known.insert(label + "=" + value);
    }
  }
  const std::vector<std::string> names(known.begin(), known.end());
  throw usage_error(
      "no row has the label " + wanted.label + "=" + wanted.value,
      did_you_mean(wanted.label + "=" + wanted.value, names,
                   names.empty() ? "the data set has no labels" : "there are " + first_of(names)));
}

std::vector<std::size_t> with_label(const Examples& examples, std::span<const std::size_t> rows,
                                    const LabelValue& wanted) {
  std::vector<std::size_t> some;
  for (const auto row : rows) {
    if (has_label(examples, row, wanted)) some.push_back(row);
  }
  if (some.empty()) throw_no_label(examples, wanted);
  return some;
}

std::vector<std::uint64_t> keys_at(const TaskRows& rows, std::span<const std::size_t> places) {
  std::vector<std::uint64_t> keys;
  for (const auto place : places) keys.push_back(rows.texts[place]);
  return keys;
}

// Each row that has a gold value in all parts but the one that predicts it.
std::vector<SplitPart> part_folds(const Examples& examples, std::span<const std::size_t> rows,
                                  const Split& split) {
  std::vector<SplitPart> parts(split.folds);
  const auto folds = part_into_folds(keys_at(examples.rows, rows), split.folds, split.seed);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t fold = 0; fold < split.folds; ++fold) {
      if (fold == folds[i]) parts[fold].test.push_back(rows[i]);
      if (fold != folds[i] && !std::isnan(examples.rows.gold[rows[i]]))
        parts[fold].train.push_back(rows[i]);
    }
  }
  return parts;
}

SplitPart part_randomly(const Examples& examples, std::span<const std::size_t> rows,
                        const Split& split) {
  SplitPart part;
  const auto tested = random_part(keys_at(examples.rows, rows), split.share, split.seed);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (tested[i] || split.predict_trained) part.test.push_back(rows[i]);
    if (!tested[i] && !std::isnan(examples.rows.gold[rows[i]])) part.train.push_back(rows[i]);
  }
  return part;
}

SplitPart part_by_labels(const Examples& examples, std::span<const std::size_t> rows,
                         const Split& split) {
  SplitPart part{with_label(examples, rows, split.train), with_label(examples, rows, split.test)};
  for (const auto row : part.train) {
    if (!has_label(examples, row, split.test)) continue;
    throw usage_error(
        "rows are both " + split.train.label + "=" + split.train.value + " and " +
            split.test.label + "=" + split.test.value,
        "give labels that no row has both of: rows that were learned from are not predicted");
  }
  std::erase_if(part.train, [&](std::size_t row) { return std::isnan(examples.rows.gold[row]); });
  return part;
}

// Learns from rows, and writes predictions for other rows at their places in `values`.
void predict(const Examples& examples, const SplitPart& part, Matrix<const double> others,
             const Learn& learn, std::span<double> values) {
  const auto features = rows_at(examples.features, part.train);
  const auto predict = learn(features.view(), numbers_at(examples.rows.gold, part.train));
  const auto tested = rows_at(others, part.test);
  const auto predicted = predict(tested.view());
  for (std::size_t i = 0; i < part.test.size(); ++i) values[part.test[i]] = predicted[i];
}

}  // namespace

Split split_options(Options& options, std::uint64_t seed) {
  Split split;
  split.seed = seed;
  const bool labelled = options.has("train") || options.has("test");
  const std::string kind =
      options.choice("split", labelled ? "labels" : "folds", {"folds", "random", "labels"});
  if (kind == "labels") {
    split.kind = Split::Kind::kLabels;
    split.train = label_option(options, "train");
    split.test = label_option(options, "test");
  } else if (kind == "random") {
    split.kind = Split::Kind::kRandom;
    split.share = options.number("share", split.share);
    if (!(split.share > 0 && split.share < 1)) {
      throw usage_error("share=" + printed(split.share) + " leaves nothing to learn or to predict",
                        "give the part of the items that is predicted, such as 0.25");
    }
  } else {
    split.folds = options.count("folds", split.folds, 2, 1000);
  }
  return split;
}

void add_to(Hasher& hasher, const Split& split) {
  hasher.add("parted by texts");
  hasher.add(static_cast<std::uint64_t>(split.kind)).add(std::uint64_t{split.folds});
  hasher.add(split.share).add(split.train.label).add(split.train.value);
  hasher.add(split.test.label).add(split.test.value).add(split.seed);
  hasher.add(std::uint64_t{split.predict_trained});
}

std::string told(const Split& split) {
  switch (split.kind) {
    case Split::Kind::kFolds:
      return counted(split.folds, "fold");
    case Split::Kind::kRandom:
      return "random, " + printed(split.share) + " of the items are predicted" +
             (split.predict_trained ? " and those that were learned from" : "");
    case Split::Kind::kLabels:
      break;
  }
  return "learned from " + split.train.label + "=" + split.train.value + ", predicted " +
         split.test.label + "=" + split.test.value;
}

std::vector<SplitPart> parts_of(const Examples& examples, const Split& split) {
  const auto rows = defined_rows(examples.features);
  switch (split.kind) {
    case Split::Kind::kFolds:
      return part_folds(examples, rows, split);
    case Split::Kind::kRandom:
      return {part_randomly(examples, rows, split)};
    case Split::Kind::kLabels:
      break;
  }
  return {part_by_labels(examples, rows, split)};
}

std::vector<double> predict_parts(const Examples& examples, std::span<const SplitPart> parts,
                                  const Learn& learn, const RunContext& context) {
  std::vector<double> values(examples.features.rows(), kNaN);
  const std::size_t threads = learning_threads(examples.features, context.threads());
  parallel_for(parts.size(), 1, threads, [&](std::size_t part, std::size_t) {
    predict(examples, parts[part], examples.features, learn, values);
  });
  return values;
}

std::vector<double> predict_others(const Examples& examples, Matrix<const double> others,
                                   const Learn& learn) {
  std::vector<double> values(others.rows(), kNaN);
  predict(examples, {learnable_rows(examples), defined_rows(others)}, others, learn, values);
  return values;
}

DerivedValues tell_lack_of_gold(const std::string& subject, const std::string& dataset) {
  return {{},
          {},
          "'" + subject + "' has no gold values of '" + dataset +
              "' to learn from; trained_on=DATASET names another data set of the run"};
}

DerivedValues learn_or_tell(const std::string& subject, const std::string& dataset,
                            const std::function<DerivedValues()>& learn) {
  try {
    return learn();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    return {{},
            {},
            "'" + subject + "' on '" + dataset + "': " + error.message() +
                ". Nothing is measured there"};
  }
}

std::string seen_note(const std::string& subject, SubjectAnswers& answers, std::uint32_t from,
                      std::uint32_t task) {
  const TaskRows& learned = answers.rows(from);
  std::unordered_set<std::uint64_t> texts;
  for (std::size_t row = 0; row < learned.texts.size(); ++row) {
    if (!std::isnan(learned.gold[row])) texts.insert(learned.texts[row]);
  }
  const auto seen = std::ranges::count_if(answers.rows(task).texts,
                                          [&](std::uint64_t key) { return texts.contains(key); });
  if (seen == 0) return {};
  return "'" + subject + "' learned from the texts of " +
         counted(static_cast<std::size_t>(seen), "row") + " of '" + answers.task(task).card.name +
         "', which '" + answers.task(from).card.name + "' has too";
}

std::size_t learning_threads(Matrix<const double> features, std::size_t threads) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  constexpr std::size_t kCopies = 2;  // the rows that are learned from, and those made of them
  const std::size_t bytes = kCopies * features.rows() * features.columns() * sizeof(double);
  return std::clamp<std::size_t>(kMostBytes / std::max<std::size_t>(bytes, 1), 1,
                                 threads_or_all(threads));
}

MatrixOf<double> similarity_columns(std::span<const std::string> subjects, SubjectAnswers& answers,
                                    std::uint32_t task) {
  MatrixOf<double> columns(answers.rows(task).gold.size(), subjects.size());
  for (std::size_t subject = 0; subject < subjects.size(); ++subject) {
    const auto values = answers.similarities(task, subjects[subject]);
    if (values.empty()) return {};
    for (std::size_t row = 0; row < values.size(); ++row) columns[row][subject] = values[row];
  }
  return columns;
}

MatrixOf<double> rows_at(Matrix<const double> features, std::span<const std::size_t> places) {
  MatrixOf<double> rows(places.size(), features.columns());
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::ranges::copy(features[places[i]], rows[i].begin());
  }
  return rows;
}

std::vector<double> numbers_at(std::span<const double> numbers,
                               std::span<const std::size_t> places) {
  std::vector<double> some;
  some.reserve(places.size());
  for (const auto place : places) some.push_back(numbers[place]);
  return some;
}

std::vector<std::size_t> defined_rows(Matrix<const double> features) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < features.rows(); ++row) {
    const auto undefined = [](double x) { return std::isnan(x); };
    if (std::ranges::none_of(features[row], undefined)) rows.push_back(row);
  }
  return rows;
}

std::vector<std::size_t> learnable_rows(const Examples& examples) {
  auto rows = defined_rows(examples.features);
  std::erase_if(rows, [&](std::size_t row) { return std::isnan(examples.rows.gold[row]); });
  return rows;
}

}  // namespace sonde
