#include "report/json_parts.h"
#include "report/tables/comparison.h"
#include "report/tables/difference_json.h"

namespace sonde {
namespace {

Json compared_subject(const Comparison& comparison, const ComparedSubject& subject) {
  return {{"label", subject.label},
          {"name", subject.name},
          {"run", comparison.runs[subject.run]},
          {"identity", subject.identity},
          {"numerics", subject.numerics}};
}

Json compared_task(const ComparedTask& task) {
  return {{"probe", task.probe}, {"dataset", task.dataset}, {"items", task.items},
          {"only", task.only},   {"partial", task.partial}, {"cut", task.cut}};
}

Json standing_json(const Comparison& comparison, const Standing& standing) {
  Json json = place_json(standing);
  const bool ranked = has_place(standing);
  json.update({{"subject", comparison.subjects[standing.subject].label},
               {"value", json_number(standing.result.value)},
               {"low", json_number(standing.result.low)},
               {"high", json_number(standing.result.high)},
               {"best", ranked ? Json(standing.best) : Json()},
               {"worst", ranked ? Json(standing.worst) : Json()}});
  return json;
}

Json correlation_json(const SubjectCorrelation& correlation) {
  return {{"probe", correlation.probe},
          {"dataset", correlation.dataset},
          {"measurement", correlation.measurement},
          {"spearman", json_number(correlation.value)},
          {"low", json_number(correlation.low)},
          {"high", json_number(correlation.high)},
          {"n", correlation.rows}};
}

Json move_json(const Move& move) {
  return {{"item", move.item},
          {"sentences", move.texts},
          {"first", json_number(move.before)},
          {"second", json_number(move.after)}};
}

Json moves_json(const Moves& moves) {
  Json json{{"probe", moves.probe}, {"dataset", moves.dataset}, {"score", moves.score}};
  if (moves.passes) json.update({{"gained", moves.gained}, {"lost", moves.lost}});
  json.update({{"better", json_array(moves.better, move_json)},
               {"worse", json_array(moves.worse, move_json)}});
  return json;
}

Json gate_json(const GateCheck& check) {
  Json json{{"subject", check.subject}};
  json.update(place_json(check));
  json.update({{"asked", check.asked},
               {"verdict", verdict_text(check.verdict)},
               {"reason", check.reason},
               {"base", json_number(check.base)},
               {"value", json_number(check.value)},
               {"difference", json_number(check.difference)},
               {"low", json_number(check.low)},
               {"high", json_number(check.high)},
               {"smallest", json_number(check.smallest)},
               {"p", json_number(check.p)},
               {"p_holm", json_number(check.p_holm)},
               {"detectable", json_number(check.detectable)},
               {"items_needed", json_number(check.items_needed)},
               {"n", check.n},
               {"unanswered", check.unanswered},
               {"cut", check.cut},
               {"partial", check.partial}});
  return json;
}

}  // namespace

std::string comparison_json(const Comparison& c) {
  return json_text(
      {{"schema", "sonde.comparison/2"},
       {"runs", c.runs},
       {"seed", c.seed},
       {"replicates", c.replicates},
       {"hypotheses", c.hypotheses},
       {"subjects", json_array(c.subjects, [&](const auto& s) { return compared_subject(c, s); })},
       {"tasks", json_array(c.tasks, compared_task)},
       {"differences",
        json_array(c.differences, [&](const auto& d) { return difference_json(c, d); })},
       {"standings", json_array(c.standings, [&](const auto& s) { return standing_json(c, s); })},
       {"correlations", json_array(c.correlations, correlation_json)},
       {"moves", json_array(c.moves, moves_json)},
       {"notes", c.notes}});
}

std::string check_json(const CheckReport& report) {
  return json_text({{"schema", "sonde.check/1"},
                    {"run", report.run},
                    {"base", report.base},
                    {"verdict", verdict_text(report.verdict)},
                    {"strict", report.strict},
                    {"exit_code", report.failed() ? 1 : 0},
                    {"hypotheses", report.hypotheses},
                    {"checks", json_array(report.checks, gate_json)},
                    {"notes", report.notes}});
}

}  // namespace sonde
