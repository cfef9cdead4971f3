#include "report/page/matrix_json.h"

#include <array>

#include "compare/overview_questions.h"
#include "compare/verdict_matrix.h"
#include "report/first_sentences.h"
#include "report/page/report_json.h"
#include "report/page/row_items_json.h"
#include "report/verdict_text.h"

namespace sonde {
namespace {

std::string state_name(CellState state) {
  constexpr std::array kNames{"value", "undefined", "unsupported", "unmeasured"};
  return kNames[static_cast<std::size_t>(state)];
}

Json cell_json(const OverviewTask& task, const OverviewQuestion& question, const MatrixCell& cell,
               std::size_t subject) {
  Json json{{"state", state_name(cell.state)}, {"why", cell.why}};
  if (cell.state != CellState::kValue) return json;
  const Result& result = question.results[subject];
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
               {"worst", worst_items_json(task, question, subject)}});
  return json;
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
          {"question",
           has_questions(task) && question.of.is_share ? Json(row.question) : Json(nullptr)},
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
          {"weakest", group.weakest},
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
          {"details", answer.details},
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
