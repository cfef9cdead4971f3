#include "report/page/result_tables_json.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "report/name_labels.h"
#include "report/number_format.h"

namespace sonde {
namespace {

bool is_quartile(const Result& result) {
  const auto ends = [&](std::string_view end) { return result.name.ends_with(end); };
  return ends("_median") || ends("_q1") || ends("_q3");
}

// Whether a table of all items shows a result: the main results, or the results with a dot in their
// name, such as the cases of a criterion.
using Shows = bool (*)(const Result&);
bool is_main(const Result& result) {
  return result.slice == "all" && result.name.find('.') == result.name.npos && !is_quartile(result);
}
bool is_case(const Result& result) {
  return result.slice == "all" && result.name.find('.') != result.name.npos && !is_quartile(result);
}

Json number_json(const Result& result) {
  return {{"v", json_number(result.value)},
          {"low", json_number(result.low)},
          {"high", json_number(result.high)},
          {"n", result.n},
          {"text", on_pages(with_interval(result))}};
}

Json named_json(const std::vector<FigureForm::Name>& labels, const std::string& name) {
  return {{"label", label_of_name(labels, name)}, {"name", name}};
}

// The names of the results shown, in order of first appearance.
std::vector<std::string> names_shown(const OverviewTask& task, Shows shows) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const auto& result : task.results) {
    if (shows(result) && seen.insert(result.name).second) names.push_back(result.name);
  }
  return names;
}

// The subjects that were measured, and "data" if the data set itself has main results.
std::vector<std::string> measured_subjects(const Overview& overview, const OverviewTask& task) {
  std::vector<std::string> subjects;
  for (std::size_t i = 0; i < overview.subjects.size(); ++i) {
    if (task.values[i]) subjects.push_back(overview.subjects[i].label);
  }
  const bool has_own = std::ranges::any_of(task.results, [](const Result& result) {
    return is_main(result) && result.subject == "data";
  });
  if (has_own) subjects.push_back("data");
  return subjects;
}

std::string items_note(const OverviewTask& task) {
  const std::string note = grouped(task.facts.items) + " items";
  return task.facts.partial() ? note + " of " + grouped(task.facts.whole) : note;
}

// A row per result, a column per subject.
Json table_json(const Overview& overview, const OverviewTask& task, Shows shows,
                const std::string& title) {
  std::map<std::pair<std::string, std::string>, const Result*> found;
  for (const auto& result : task.results) {
    if (shows(result)) found.emplace(std::pair(result.name, result.subject), &result);
  }
  const auto subjects = measured_subjects(overview, task);
  Json header = Json::array({"result"});
  for (const auto& subject : subjects) header.push_back(subject);
  Json rows = Json::array();
  for (const auto& name : names_shown(task, shows)) {
    Json row = Json::array({named_json(task.shown.results, name)});
    for (const auto& subject : subjects) {
      const auto at = found.find({name, subject});
      row.push_back(at == found.end() ? Json("") : number_json(*at->second));
    }
    rows.push_back(std::move(row));
  }
  return {{"title", task.facts.dataset + ": all results" + title},
          {"note", items_note(task) + "; 95% intervals in brackets"},
          {"header", std::move(header)},
          {"rows", std::move(rows)}};
}

}  // namespace

void add_result_tables(Json& tables, const Overview& overview, const OverviewTask& task) {
  tables.push_back(table_json(overview, task, is_main, ""));
  if (std::ranges::any_of(task.results, is_case)) {
    tables.push_back(table_json(overview, task, is_case, ", cases and details"));
  }
}

Json ratings_table(const AgreementReport& report) {
  std::vector<std::string> slices, names;
  std::map<std::pair<std::string, std::string>, const Result*> found;
  const auto once = [](std::vector<std::string>& list, const std::string& one) {
    if (std::ranges::find(list, one) == list.end()) list.push_back(one);
  };
  for (const auto& result : report.results) {
    once(slices, result.slice);
    once(names, result.name);
    found.emplace(std::pair(result.name, result.slice), &result);
  }
  Json header = Json::array({"measure"}), rows = Json::array();
  for (const auto& slice : slices) header.push_back(slice);
  for (const auto& name : names) {
    Json row = Json::array({name});
    for (const auto& slice : slices) row.push_back(number_json(*found.at({name, slice})));
    rows.push_back(std::move(row));
  }
  return {{"title", "Agreement of raters: " + report.file},
          {"note", "95% intervals in brackets"},
          {"header", std::move(header)},
          {"rows", std::move(rows)}};
}

}  // namespace sonde
