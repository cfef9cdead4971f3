#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "report/json_parts.h"
#include "report/name_labels.h"
#include "report/page/report_json.h"

namespace sonde {
namespace {

// Six digits are more than an item's sentences bear.
Json six_digits(double value) {
  if (!std::isfinite(value)) return nullptr;
  return Json(std::round(value * 1e6) / 1e6);
}

template <class Values>
Json numbers_json(const Values& values) {
  return json_array(values, six_digits);
}

// Words that few items differ in, each once.
class WordTable {
 public:
  std::size_t place(const std::string& word) {
    const auto [at, is_new] = places_.emplace(word, places_.size());
    if (is_new) words_.push_back(word);
    return at->second;
  }
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> words_;
};

Json labels_json(const std::vector<Item>& items) {
  std::set<std::string> names;
  for (const auto& item : items) {
    for (const auto& [name, value] : item.labels) names.insert(name);
  }
  Json labels = Json::object();
  for (const auto& name : names) {
    WordTable values;
    Json of = Json::array();
    for (const auto& item : items) {
      const auto at = item.labels.find(name);
      of.push_back(values.place(at == item.labels.end() ? std::string() : at->second));
    }
    labels[name] = {{"values", values.words()}, {"of", std::move(of)}};
  }
  return labels;
}

Json rows_json(const std::vector<Item>& items, WordTable& labels) {
  Json item = Json::array(), label = Json::array(), at = Json::array(), gold = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (const auto& row : items[i].rows) {
      item.push_back(i);
      label.push_back(labels.place(row.label));
      at.push_back(row.at);
      gold.push_back(six_digits(row.gold));
    }
  }
  return {{"item", std::move(item)},
          {"label", std::move(label)},
          {"at", std::move(at)},
          {"gold", std::move(gold)}};
}

Json values_json(const OverviewTask& task) {
  Json all = Json::array();
  for (const auto& values : task.values) {
    if (!values) {
      all.push_back(nullptr);
      continue;
    }
    Json columns = Json::array();
    for (std::size_t column = 0; column < values->columns(); ++column) {
      Json numbers = Json::array();
      for (std::size_t row = 0; row < values->rows(); ++row)
        numbers.push_back(six_digits((*values)[row][column]));
      columns.push_back(std::move(numbers));
    }
    all.push_back(std::move(columns));
  }
  return all;
}

// Per subject and item the closest text of another item: its place in `texts`, and its similarity.
Json others_json(const OverviewTask& task) {
  if (task.others.empty()) return nullptr;
  WordTable texts;
  Json places = Json::array(), similarities = Json::array();
  for (const auto& of_subject : task.others) {
    Json at = Json::array(), similarity = Json::array();
    for (const auto& other : of_subject) {
      at.push_back(other.text.empty() ? Json(nullptr) : Json(texts.place(other.text)));
      similarity.push_back(six_digits(other.similarity));
    }
    places.push_back(of_subject.empty() ? Json(nullptr) : std::move(at));
    similarities.push_back(of_subject.empty() ? Json(nullptr) : std::move(similarity));
  }
  return {
      {"texts", texts.words()}, {"of", std::move(places)}, {"similarity", std::move(similarities)}};
}

// The places of the texts that a comparison is about, those of the closer ones first.
Json compared_json(const Item& item, const ItemOutcome& outcome) {
  if (std::isnan(outcome.margin)) return nullptr;
  Json places = Json::array();
  for (const auto* of : {&outcome.closer, &outcome.other}) {
    if (std::isnan(of->similarity)) continue;
    const auto& at = item.rows[of->row].at;
    places.push_back(at[of->first]);
    places.push_back(at[of->second]);
  }
  return places;
}

// A question about shares of comparisons: per subject, the margin of each item's worst comparison.
Json question_json(const OverviewTask& task, const OverviewQuestion& question) {
  if (!question.of.is_share) return nullptr;
  Json margins = Json::array(), compared = Json::array();
  for (const auto& outcomes : question.outcomes) {
    if (outcomes.empty()) {
      margins.push_back(nullptr);
      compared.push_back(nullptr);
      continue;
    }
    margins.push_back(json_array(outcomes, [](const auto& one) { return six_digits(one.margin); }));
    Json texts = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      texts.push_back(compared_json(task.items[i], outcomes[i]));
    }
    compared.push_back(std::move(texts));
  }
  return {{"title", question.of.title},
          {"asks", question.of.asks},
          {"of", std::move(margins)},
          {"compared", std::move(compared)}};
}

// Null for a correlation. If there is one question, the task has a score for it.
Json questions_json(const OverviewTask& task) {
  if (!has_questions(task)) return Json::array();
  return json_array(task.questions, [&](const auto& one) { return question_json(task, one); });
}

}  // namespace

bool has_questions(const OverviewTask& task) {
  return std::ranges::count_if(task.questions, [](const auto& one) { return one.of.is_share; }) > 1;
}

std::string task_id(std::size_t number) { return "t" + std::to_string(number); }

std::string report_items_json(const Overview& overview, std::size_t number) {
  const OverviewTask& task = overview.tasks[number];
  WordTable row_labels;
  Json rows = rows_json(task.items, row_labels);
  Json scores = Json::array();
  for (const auto& of : task.scores.of)
    scores.push_back(of.empty() ? Json(nullptr) : numbers_json(of));
  return json_text(
      {{"task", task_id(number)},
       {"ids", json_array(task.items, [](const Item& item) { return item.id; })},
       {"texts", json_array(task.items,
                            [](const Item& item) {
                              return json_array(item.texts, [](const Text& t) { return t.text; });
                            })},
       {"labels", labels_json(task.items)},
       {"rows", std::move(rows)},
       {"row_labels", row_labels.words()},
       {"row_titles",
        json_array(row_labels.words(),
                   [&](const std::string& name) { return label_of_name(task.shown.rows, name); })},
       {"text_names", json_array(task.shown.texts, [](const auto& text) { return text.name; })},
       {"text_titles", json_array(task.shown.texts, [](const auto& text) { return text.title; })},
       {"measurements", task.facts.measurements},
       {"measurement_titles", json_array(task.facts.measurements,
                                         [&](const std::string& name) {
                                           return label_of_name(task.shown.results, name);
                                         })},
       {"values", values_json(task)},
       {"others", others_json(task)},
       {"questions", questions_json(task)},
       {"score",
        {{"name", task.scores.name},
         {"passes_above", json_number(task.scores.passes_above)},
         {"of", std::move(scores)}}}},
      -1);
}

}  // namespace sonde
