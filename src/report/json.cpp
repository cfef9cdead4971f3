#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace sonde {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN: undefined is null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json result_json(const Result& r) {
  Json json{{"subject", r.subject},   {"probe", r.probe},       {"dataset", r.dataset},
            {"slice", r.slice},       {"name", r.name},         {"value", number(r.value)},
            {"low", number(r.low)},   {"high", number(r.high)}, {"n", r.n},
            {"left_out", r.left_out}, {"why", Json(r.why)},     {"scope", r.scope}};
  if (r.why.empty()) json["why"] = Json::object();
  return json;
}

Json task_json(const TaskFacts& task) {
  return {{"probe", task.probe},
          {"dataset", task.dataset},
          {"title", task.title},
          {"version", task.version},
          {"language", task.language},
          {"licence", task.licence},
          {"digest", task.digest},
          {"items", task.items},
          {"rows", task.rows},
          {"whole", task.whole},
          {"partial", task.items < task.whole}};
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
          {"noise_floor", number(subject.noise_floor)},
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
          {"undefined", remark.remark.undefined}};
}

template <class Values, class Make>
Json array_of(const Values& values, Make make) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(make(value));
  return array;
}

// Invalid UTF-8 in names is replaced, not thrown at the reader.
std::string dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string results_json(const RunFile& file, const std::vector<Result>& results) {
  const RunFacts& facts = file.facts();
  return dump(Json{
      {"schema", "sonde.results/1"},
      {"run",
       {{"version", facts.version},
        {"seed", facts.seed},
        {"replicates", facts.replicates},
        {"limit", facts.limit},
        {"plan", facts.plan}}},
      {"tasks", array_of(file.tasks(), task_json)},
      {"subjects", array_of(file.subjects(), subject_json)},
      {"remarks", array_of(file.remarks(),
                           [&](const TextRemark& remark) { return remark_json(file, remark); })},
      {"results", array_of(results, result_json)}});
}

std::string subjects_json(const RunFile& file) {
  return dump(
      Json{{"schema", "sonde.subjects/1"}, {"subjects", array_of(file.subjects(), subject_json)}});
}

}  // namespace sonde
