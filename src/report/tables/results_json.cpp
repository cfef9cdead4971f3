#include "report/tables/results_json.h"

#include "report/figures/language_spread.h"
#include "report/json_parts.h"

namespace sonde {
namespace {

Json result_json(const Result& r) {
  return {{"subject", r.subject},
          {"probe", r.probe},
          {"dataset", r.dataset},
          {"slice", r.slice},
          {"name", r.name},
          {"value", json_number(r.value)},
          {"low", json_number(r.low)},
          {"high", json_number(r.high)},
          {"n", r.n},
          {"left_out", r.left_out},
          {"why", json_counts(r.why)},
          {"scope", r.scope}};
}

Json series_json(const Series& s) {
  Json values = Json::array();
  for (const double value : s.values) values.push_back(json_number(value));
  return {{"subject", s.subject}, {"probe", s.probe},
          {"dataset", s.dataset}, {"slice", s.slice},
          {"name", s.name},       {"first", s.first},
          {"step", s.step},       {"values", std::move(values)}};
}

Json task_json(const TaskFacts& task) {
  return {{"probe", task.probe},       {"dataset", task.dataset},
          {"title", task.title},       {"version", task.version},
          {"language", task.language}, {"licence", task.licence},
          {"settings", task.settings}, {"digest", task.digest},
          {"items", task.items},       {"rows", task.rows},
          {"whole", task.whole},       {"left_out", json_counts(task.left_out)},
          {"partial", task.partial()}};
}

Json language_json(const LanguageSpread& of) {
  return {{"language", of.language},
          {"probe", of.probe},
          {"result", of.result},
          {"mean", json_number(of.mean)},
          {"sd", json_number(of.deviation)},
          {"n", of.values}};
}

Json subject_json(const SubjectFacts& subject) {
  Json facts = Json::object();
  for (const auto& [name, value] : subject.identity.facts) facts[name] = value;
  return {{"name", subject.name},
          {"spec", subject.spec},
          {"group", subject.group},
          {"vectors", subject.has_vectors},
          {"identity", subject.identity.what.hex()},
          {"numerics", subject.identity.numerics},
          {"batch_dependent", subject.identity.batch_dependent},
          {"noise_floor", json_number(subject.noise_floor)},
          {"facts", facts}};
}

Json remark_json(const RunFile& file, const TextRemark& remark) {
  return {{"subject", file.subjects().at(remark.subject).name},
          {"probe", file.tasks().at(remark.task).probe},
          {"dataset", file.tasks().at(remark.task).dataset},
          {"item", remark.item},
          {"text", remark.text},
          {"tokens", remark.remark.tokens},
          {"kept", remark.remark.kept},
          {"unknown", remark.remark.unknown},
          {"undefined", remark.remark.undefined}};
}

Json remarks_json(const RunFile& file) {
  Json all = Json::array();
  file.remarks([&](const TextRemark& remark) { all.push_back(remark_json(file, remark)); });
  return all;
}

}  // namespace

std::string results_json(const RunFile& file, const std::vector<Result>& results,
                         const ShowOptions& options) {
  const RunFacts& facts = file.facts();
  return json_text(
      Json{{"schema", "sonde.results/1"},
           {"run",
            {{"version", facts.version},
             {"seed", facts.seed},
             {"replicates", facts.replicates},
             {"limit", facts.limit},
             {"plan", facts.plan}}},
           {"tasks", json_array(file.tasks(), task_json)},
           {"subjects", json_array(file.subjects(), subject_json)},
           {"remarks", remarks_json(file)},
           {"results", json_array(results, result_json)},
           {"languages", json_array(language_spreads(file, results, options), language_json)},
           {"series", json_array(file.series(), series_json)}});
}

std::string means_json(const std::vector<MeanOverDatasets>& means) {
  const auto mean_json = [](const MeanOverDatasets& one) {
    return Json{{"mean", result_json(one.mean)}, {"parts", json_array(one.parts, result_json)}};
  };
  return json_text(Json{{"schema", "sonde.means/1"}, {"means", json_array(means, mean_json)}});
}

std::string description_json(const std::vector<Result>& results) {
  return json_text(
      Json{{"schema", "sonde.description/1"}, {"results", json_array(results, result_json)}});
}

std::string subjects_json(const RunFile& file) {
  return json_text(Json{{"schema", "sonde.subjects/1"},
                        {"subjects", json_array(file.subjects(), subject_json)}});
}

}  // namespace sonde
