#include "run/derived/subject_answers.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/counted.h"
#include "base/nan.h"
#include "run/measure/measurements.h"
#include "run/vectors/fitted_encoder.h"
#include "sonde/error.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr std::size_t kMostFeatures = std::size_t{1} << 27;  // a GiB of features

double of_pair(const Row& row, const Answers& answers, std::size_t first_text) {
  if (row.at.size() != 2) return kNaN;
  const Matrix<const float> vectors = answers.vectors.view();
  return cosine(vectors[first_text + row.at[0]], vectors[first_text + row.at[1]]);
}

// The features of a row from its two vectors.
void fill(std::span<const float> u, std::span<const float> v, const PairFeatures& pair,
          std::span<double> out) {
  auto next = out.begin();
  const auto add = [&](const auto& number) {
    for (std::size_t i = 0; i < u.size(); ++i) {
      *next++ = number(static_cast<double>(u[i]), static_cast<double>(v[i]));
    }
  };
  if (pair.both) {
    add([](double x, double) { return x; });
    add([](double, double y) { return y; });
  }
  if (pair.difference) add([](double x, double y) { return std::abs(x - y); });
  if (pair.product) add([](double x, double y) { return x * y; });
}

// The same for items with the same texts, whatever their order, sides and gold values: a pair that
// was learned from must not be predicted if the data set repeats it.
std::uint64_t texts_key(const Item& item) {
  std::vector<std::string_view> texts;
  for (const auto& text : item.texts) texts.emplace_back(text.text);
  std::ranges::sort(texts);
  Hasher hasher;
  for (const auto text : texts) hasher.add(text);
  return hasher.finish().low64();
}

void check_size(std::size_t rows, std::size_t columns, const std::string& subject) {
  if (columns <= kMostFeatures / std::max<std::size_t>(rows, 1)) return;
  throw usage_error(counted(rows, "row") + " of " + counted(columns, "feature") + " of '" +
                        subject + "' are too many to learn from",
                    "give a --limit or an encoder with shorter vectors");
}

}  // namespace

bool has_gold(const TaskRows& rows) {
  return std::ranges::any_of(rows.gold, [](double gold) { return !std::isnan(gold); });
}

std::size_t PairFeatures::parts() const {
  return (both ? 2U : 0U) + (difference ? 1U : 0U) + (product ? 1U : 0U);
}

const TaskRows& SubjectAnswers::rows(std::uint32_t number) {
  const auto found = rows_.find(number);
  if (found != rows_.end()) return found->second;
  return rows_.emplace(number, read_rows(task(number))).first->second;
}

TaskRows SubjectAnswers::read_rows(const ListedTask& task) const {
  TaskRows rows;
  read_again(task, kItemsAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
    context_.check_stop();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::uint64_t texts = texts_key(items[i]);
      for (std::size_t row = 0; row < items[i].rows.size(); ++row) {
        rows.texts.push_back(texts);
        rows.gold.push_back(items[i].rows[row].gold);
        rows.places.push_back(items[i].first_row + row);
        rows.item_of.push_back(static_cast<std::uint32_t>(rows.labels.size()));
      }
      rows.labels.push_back(items[i].labels);
    }
  });
  return rows;
}

std::vector<double> SubjectAnswers::similarities(std::uint32_t number, const std::string& subject) {
  const OfTask key{number, subject};
  const auto found = similarities_.find(key);
  if (found != similarities_.end()) return found->second;
  return similarities_[key] = ask(number, subject);
}

std::vector<double> SubjectAnswers::ask(std::uint32_t number, const std::string& subject) {
  if (const auto view = find_view(subject)) return cosines(number, *view);
  if (const auto* scorer = find_scorer(subject)) {
    std::vector<double> values;
    const auto& asked = scorer->by_task[number];
    if (!asked) return values;
    read_again(
        task(number), kScoredAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
          context_.check_stop();
          const auto answers = ask_scorer(*asked)(items);
          values.insert(values.end(), answers.similarities.begin(), answers.similarities.end());
        });
    return values;
  }
  const auto derived = std::ranges::find(encoded_.derived, subject,
                                         [](const DerivedSubject& one) { return one.spec.name; });
  return derived->derived->values(*this, number).similarities;
}

MatrixOf<double> SubjectAnswers::features(std::uint32_t number, const std::string& subject,
                                          const PairFeatures& pair) {
  if (const auto view = find_view(subject)) return pair_features(number, *view, pair);
  if (const auto* scorer = find_scorer(subject)) {
    const auto& asked = scorer->by_task[number];
    if (!asked) return {};
    if (asked->features() > 0) return scorer_features(number, *asked);
  }
  return {};
}

std::uint32_t SubjectAnswers::training_task(std::uint32_t asked, const std::string& dataset,
                                            const std::string& subject) {
  if (dataset.empty() || task(asked).card.name == dataset) return asked;
  std::optional<std::uint32_t> found;
  for (std::uint32_t number = 0; number < encoded_.tasks.size(); ++number) {
    if (task(number).card.name != dataset) continue;
    if (has_gold(rows(number))) return number;
    if (!found) found = number;
  }
  if (found) return *found;
  throw usage_error("'" + subject + "' is trained on '" + dataset + "', which is not in this run");
}

std::optional<SubjectAnswers::View> SubjectAnswers::find_view(const std::string& name) const {
  for (const auto& subject : encoded_.encoders) {
    const auto views = subject.encoder->views();
    for (std::size_t view = 0; view < views.size(); ++view) {
      if (view_name(subject, views[view]) == name) return View{&subject, view};
    }
  }
  return std::nullopt;
}

const ScorerSubject* SubjectAnswers::find_scorer(const std::string& name) const {
  for (const auto& subject : encoded_.scorers) {
    if (subject.spec.name == name) return &subject;
  }
  return nullptr;
}

// One that is fitted on each data set is fitted once for all that is made of it.
VectorSource& SubjectAnswers::source_of(std::uint32_t number, const EncodedSubject& subject) {
  if (subject.source) return *subject.source;
  auto& source = fitted_[{number, subject.spec.name}];
  if (!source) source = fit_encoder(task(number), *subject.encoder);
  return *source;
}

std::vector<double> SubjectAnswers::cosines(std::uint32_t number, const View& view) {
  VectorSource& source = source_of(number, *view.subject);
  const Ask ask = ask_encoder(source, view.view);
  std::vector<double> values;
  read_again(task(number), block_size(source.encoder()),
             [&](std::span<const Item> items, std::span<const Digest>) {
               context_.check_stop();
               const Answers answers = ask(items);
               std::size_t text = 0;
               for (const auto& item : items) {
                 for (const auto& row : item.rows) {
                   values.push_back(of_pair(row, answers, text));
                 }
                 text += item.texts.size();
               }
             });
  return values;
}

MatrixOf<double> SubjectAnswers::pair_features(std::uint32_t number, const View& view,
                                               const PairFeatures& pair) {
  VectorSource& source = source_of(number, *view.subject);
  const std::size_t dimension = source.encoder().dimension();
  const std::size_t count = rows(number).gold.size();
  check_size(count, pair.parts() * dimension, view.subject->spec.name);
  MatrixOf<double> features(count, pair.parts() * dimension);
  std::size_t next = 0;
  read_again(task(number), kItemsAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
    context_.check_stop();
    const auto texts = texts_of(items);
    MatrixOf<float> vectors(texts.size(), dimension);
    std::vector<Remark> remarks(texts.size());
    source.vectors(view.view, texts, vectors.view(), remarks);
    std::size_t text = 0;
    for (const auto& item : items) {
      for (const auto& row : item.rows) {
        const auto out = features[next++];
        if (row.at.size() == 2) {
          fill(vectors[text + row.at[0]], vectors[text + row.at[1]], pair, out);
        } else {
          std::ranges::fill(out, kNaN);
        }
      }
      text += item.texts.size();
    }
  });
  return features;
}

MatrixOf<double> SubjectAnswers::scorer_features(std::uint32_t number, Scorer& scorer) {
  MatrixOf<double> features(rows(number).gold.size(), scorer.features());
  std::size_t next = 0;
  read_again(task(number), kScoredAtOnce,
             [&](std::span<const Item> items, std::span<const Digest>) {
               context_.check_stop();
               const std::size_t count = count_rows(items);
               scorer.give_features(items, features.view().block(next, count));
               next += count;
             });
  return features;
}

}  // namespace sonde
