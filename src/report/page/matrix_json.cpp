#include "report/page/matrix_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "compare/questions.h"
#include "compare/verdicts.h"
#include "report/answer.h"
#include "report/verdict_text.h"

namespace sonde {
namespace {

constexpr std::size_t kWorstItems = 8;     // shown for a cell
constexpr std::size_t kExampleItems = 20;  // among which a row's example is chosen

std::string state_name(CellState state) {
  constexpr std::array kNames{"value", "undefined", "unsupported", "unmeasured"};
  return kNames[static_cast<std::size_t>(state)];
}

Json similarity_json(double value) {
  return std::isfinite(value) ? Json(std::round(value * 1e4) / 1e4) : Json(nullptr);
}

// The items of a row for one subject, and the texts that they compare.
class RowItems {
 public:
  RowItems(const OverviewTask& task, const OverviewQuestion& question, std::size_t subject)
      : task_(task), question_(question), subject_(subject) {}

  // Items with a margin, the smallest first, at most kExampleItems.
  std::vector<std::size_t> worst() const {
    std::vector<std::pair<double, std::size_t>> margins;
    for (std::size_t i = 0; i < task_.items.size(); ++i) {
      if (const double one = margin(i); !std::isnan(one)) margins.emplace_back(one, i);
    }
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kExampleItems, margins.size()));
    std::ranges::partial_sort(margins, margins.begin() + shown);
    std::vector<std::size_t> items;
    for (const auto& [of, item] : std::span(margins).first(static_cast<std::size_t>(shown))) {
      items.push_back(item);
    }
    return items;
  }

  bool fails(std::size_t item) const {
    return !is_correlation() && question_.outcomes[subject_][item].share < .5;
  }

  Json json(std::size_t item) const {
    if (is_correlation()) {
      const double similarity = (*task_.values[subject_])[first_row(item)][0];
      return {{"item", item},
              {"closer", texts(item, {0, 0, 1, similarity})},
              {"rating", similarity_json(task_.items[item].rows.front().gold)}};
    }
    const ItemOutcome& outcome = question_.outcomes[subject_][item];
    Json json{
        {"item", item}, {"closer", texts(item, outcome.closer)}, {"passes", wins_worst(outcome)}};
    if (!std::isnan(outcome.other.similarity)) json["other"] = texts(item, outcome.other);
    return json;
  }

 private:
  bool is_correlation() const { return question_.outcomes[subject_].empty(); }

  double margin(std::size_t item) const {
    if (!is_correlation()) return question_.outcomes[subject_][item].margin;
    const auto& scores = task_.scores.of[subject_];
    const std::string_view slice = question_.of.slice;
    return scores.empty() || !is_in(task_.items[item], slice) ? NAN : scores[item];
  }

  static bool is_in(const Item& item, std::string_view slice) {
    const auto equals = slice.find('=');
    if (equals == slice.npos) return true;
    const auto label = item.labels.find(std::string(slice.substr(0, equals)));
    return label != item.labels.end() && label->second == slice.substr(equals + 1);
  }

  std::size_t first_row(std::size_t item) const {
    std::size_t row = 0;
    for (std::size_t i = 0; i < item; ++i) row += task_.items[i].rows.size();
    return row;
  }

  Json texts(std::size_t item, const ComparedTexts& of) const {
    const Row& row = task_.items[item].rows[of.row];
    return {{"texts", {row.at[of.first], row.at[of.second]}},
            {"similarity", similarity_json(of.similarity)}};
  }

  const OverviewTask& task_;
  const OverviewQuestion& question_;
  std::size_t subject_;
};

Json cell_json(const OverviewTask& task, const OverviewQuestion& question, const MatrixCell& cell,
               std::size_t subject) {
  Json json{{"state", state_name(cell.state)}, {"why", cell.why}};
  if (cell.state != CellState::kValue) return json;
  const Result& result = question.results[subject];
  const RowItems items(task, question, subject);
  auto worst = items.worst();
  worst.resize(std::min(worst.size(), kWorstItems));
  json.update({{"level", form_of(cell.level).name},
               {"value", json_number(result.value)},
               {"low", json_number(result.low)},
               {"high", json_number(result.high)},
               {"n", result.n},
               {"left_out", result.left_out},
               {"reasons", json_counts(result.why)},
               {"ties", json_number(question.ties[subject])},
               {"needed", json_number(cell.needed)},
               {"best", cell.is_best},
               {"worst", json_array(worst, [&](std::size_t item) { return items.json(item); })}});
  return json;
}

// A short item that the best subject gets wrong, or nearly.
Json example_json(const OverviewTask& task, const OverviewQuestion& question,
                  const VerdictMatrix& matrix) {
  for (const auto subject : matrix.subjects) {
    if (std::isnan(question.results[subject].value)) continue;
    const RowItems items(task, question, subject);
    auto worst = items.worst();
    if (worst.empty()) return nullptr;
    if (std::ranges::any_of(worst, [&](auto item) { return items.fails(item); })) {
      std::erase_if(worst, [&](auto item) { return !items.fails(item); });
    }
    const auto length = [&](std::size_t item) {
      return task.items[item].texts.front().text.size();
    };
    Json json = items.json(std::ranges::min(worst, {}, length));
    json["subject"] = subject;
    return json;
  }
  return nullptr;
}

Json row_json(const Overview& overview, const VerdictMatrix& matrix, std::size_t number) {
  const MatrixRow& row = matrix.rows[number];
  const OverviewTask& task = overview.tasks[row.task];
  const OverviewQuestion& question = task.questions[row.question];
  Json cells = Json::array();
  for (std::size_t i = 0; i < overview.subjects.size(); ++i) {
    cells.push_back(cell_json(task, question, matrix.cells[number][i], i));
  }
  return {{"section", row.capability->section},
          {"capability", row.capability->name},
          {"group", row.capability->title},
          {"title", question.of.title},
          {"name", row_name(overview, row)},
          {"asks", question.of.asks},
          {"says", question.of.says},
          {"result", question.of.result},
          {"slice", question.of.slice},
          {"task", "t" + std::to_string(row.task)},
          {"dataset", task.facts.dataset},
          {"names_dataset", row.names_dataset},
          {"language", task.facts.language},
          {"chance", question.of.chance},
          {"share", question.of.is_share},
          {"counting", json_number(question.counting_words.value)},
          {"beats_counting", row.beats_counting},
          {"example", example_json(task, question, matrix)},
          {"cells", std::move(cells)}};
}

Json row_difference_json(const MatrixDifference& one) {
  return {{"row", one.row},
          {"first", one.first},
          {"second", one.second},
          {"value", json_number(one.value)},
          {"low", json_number(one.low)},
          {"high", json_number(one.high)},
          {"p", json_number(one.p_holm)}};
}

Json group_json(const GroupVerdict& group, std::size_t subject) {
  return {{"subject", subject},
          {"capability", group.capability->name},
          {"passed", group.passed},
          {"rows", group.rows}};
}

Json one_matrix_json(const Overview& overview, const VerdictMatrix& matrix) {
  Json rows = Json::array(), groups = Json::array();
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    rows.push_back(row_json(overview, matrix, i));
  }
  for (std::size_t subject = 0; subject < overview.subjects.size(); ++subject) {
    for (const auto& group : group_verdicts(matrix, subject)) {
      groups.push_back(group_json(group, subject));
    }
  }
  return {{"language", matrix.language},
          {"order", matrix.subjects},
          {"baselines", matrix.is_baseline},
          {"rows", std::move(rows)},
          {"groups", std::move(groups)},
          {"differences", json_array(matrix.differences, row_difference_json)}};
}

Json answer_json(const Overview& overview, const VerdictMatrix& matrix) {
  const Answer answer = answer_of(overview, matrix);
  Json summaries = Json::array();
  for (const auto subject : matrix.subjects) {
    summaries.push_back(
        {{"subject", subject}, {"text", subject_summary(overview, matrix, subject)}});
  }
  return {{"result", answer.result},
          {"advice", answer.advice},
          {"limits", answer.limits},
          {"summaries", std::move(summaries)}};
}

}  // namespace

Json matrices_json(const Overview& overview) {
  return json_array(verdict_matrices(overview), [&](const VerdictMatrix& matrix) {
    Json json = one_matrix_json(overview, matrix);
    json["answer"] = answer_json(overview, matrix);
    return json;
  });
}

}  // namespace sonde
