#include "report/page/report_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "base/parse.h"
#include "base/version.h"
#include "report/figures/figure_data.h"
#include "report/figures/rating_figures.h"
#include "report/json_parts.h"
#include "report/name_labels.h"
#include "report/number_format.h"
#include "report/page/matrix_json.h"
#include "report/tables/show_audit.h"
#include "statistics/agreement/rated_items.h"

namespace sonde {
namespace {

Json report_run(const OverviewRun& run) {
  return {{"file", run.name},         {"version", run.facts.version},
          {"seed", run.facts.seed},   {"replicates", run.facts.replicates},
          {"limit", run.facts.limit}, {"plan", run.facts.plan}};
}

Json report_subject(const OverviewSubject& subject) {
  Json facts = Json::object();
  for (const auto& [name, value] : subject.facts.identity.facts) facts[name] = value;
  return {{"name", subject.label},
          {"spec", subject.facts.spec},
          {"group", subject.facts.group},
          {"vectors", subject.facts.has_vectors},
          {"run", subject.run},
          {"identity", subject.facts.identity.what.hex()},
          {"numerics", subject.facts.identity.numerics},
          {"batch_dependent", subject.facts.identity.batch_dependent},
          {"noise_floor", json_number(subject.facts.noise_floor)},
          {"facts", std::move(facts)},
          {"cut", subject.cut},
          {"undefined_texts", subject.undefined}};
}

std::string task_id(std::size_t number) { return "t" + std::to_string(number); }

Json report_task(const OverviewTask& task, std::size_t number) {
  return {{"id", task_id(number)},
          {"probe", task.facts.probe},
          {"kind", task.kind},
          {"dataset", task.facts.dataset},
          {"title", task.facts.title},
          {"version", task.facts.version},
          {"language", task.facts.language},
          {"licence", task.facts.licence},
          {"digest", task.facts.digest},
          {"settings", json_counts(task.facts.settings)},
          {"items", task.facts.items},
          {"rows", task.facts.rows},
          {"whole", task.facts.whole},
          {"partial", task.facts.partial()},
          {"left_out", json_counts(task.facts.left_out)},
          {"measurements", task.facts.measurements},
          {"runs", task.runs}};
}

Json figure_json(const SectionFigure& of) {
  const Figure& figure = of.figure;
  return {{"id", figure.id},           {"kind", figure_kind_name(figure.kind)},
          {"title", figure.title},     {"caption", figure.caption},
          {"source", figure.paper},    {"section", of.section},
          {"summary", figure.summary}, {"spec", Json::parse(figure_spec(figure))}};
}

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

Json words_table(const TextTable& table) {
  return {{"title", table.title}, {"note", ""}, {"header", table.header}, {"rows", table.rows}};
}

constexpr std::string_view kVariants = "variants";

// What audits say about thresholds.
Json thresholds_json(const Overview& overview) {
  Json all = Json::array();
  for (const auto& task : overview.tasks) {
    if (task.kind != kVariants) continue;
    for (const auto& part : audited_parts(overview, task)) {
      all.push_back({{"subject", part.subject}, {"text", part.verdict}});
    }
  }
  return all;
}

void add_audit_tables(Json& tables, const Overview& overview, const OverviewTask& task) {
  if (task.kind != kVariants) return;
  for (const auto& part : audited_parts(overview, task)) {
    for (const auto& table : part.tables) tables.push_back(words_table(table));
  }
}

std::string as_sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

Json section_json(const std::string& kind, const std::vector<SectionFigure>& figures) {
  Json section{{"kind", kind},
               {"title", kind},
               {"asks", ""},
               {"paper", ""},
               {"figures", Json::array()},
               {"constant", Json::array()},
               {"tables", Json::array()}};
  for (const auto& of : figures) {
    if (of.section != kind) continue;
    if (const auto constant = constant_of(of.figure)) {
      section["constant"].push_back(
          {{"title", of.figure.title}, {"value", on_pages(rounded(*constant))}});
    } else {
      section["figures"].push_back(of.figure.id);
    }
  }
  return section;
}

constexpr std::string_view kRatings = "ratings";

// Human ratings, in the measures of agreement.
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

Json sections_json(const Overview& overview, const ReportOptions& options,
                   const std::vector<SectionFigure>& figures) {
  std::vector<std::string> kinds;
  for (const auto& task : overview.tasks) {
    if (std::ranges::find(kinds, task.kind) == kinds.end()) kinds.push_back(task.kind);
  }
  Json sections = Json::array();
  for (const auto& kind : kinds) {
    Json section = section_json(kind, figures);
    for (const auto& task : overview.tasks) {
      if (task.kind != kind) continue;
      if (!task.shown.title.empty()) section["title"] = task.shown.title;
      section["asks"] = as_sentence(task.asks);
      section["paper"] = task.shown.paper;
      add_audit_tables(section["tables"], overview, task);
      section["tables"].push_back(table_json(overview, task, is_main, ""));
      if (std::ranges::any_of(task.results, is_case))
        section["tables"].push_back(table_json(overview, task, is_case, ", cases and details"));
    }
    sections.push_back(std::move(section));
  }
  if (options.ratings.empty()) return sections;
  Json section = section_json(std::string(kRatings), figures);
  section["title"] = "Human ratings";
  section["asks"] = "How do people rate, and how well do they agree?";
  for (const auto* report : options.ratings) section["tables"].push_back(ratings_table(*report));
  sections.push_back(std::move(section));
  return sections;
}

// Six digits are more than an item's sentences bear.
Json shortened(double value) {
  if (!std::isfinite(value)) return nullptr;
  return Json(std::round(value * 1e6) / 1e6);
}

template <class Values>
Json numbers_json(const Values& values) {
  return json_array(values, shortened);
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
      gold.push_back(shortened(row.gold));
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
        numbers.push_back(shortened((*values)[row][column]));
      columns.push_back(std::move(numbers));
    }
    all.push_back(std::move(columns));
  }
  return all;
}

}  // namespace

std::vector<SectionFigure> all_figures(const Overview& overview, const ReportOptions& options) {
  std::vector<SectionFigure> all;
  std::set<std::string> seen;
  const auto add = [&](const std::string& section, std::vector<Figure> figures) {
    for (auto& figure : figures) {
      const std::string plain = figure.id;
      for (int i = 2; !seen.insert(figure.id).second; ++i)
        figure.id = plain + "-" + std::to_string(i);
      all.push_back({section, std::move(figure)});
    }
  };
  for (const auto& task : overview.tasks) add(task.kind, figures_of(overview, task));
  for (const auto* report : options.ratings) add(std::string(kRatings), rating_figures(*report));
  return all;
}

std::string report_json(const Overview& overview, const ReportOptions& options) {
  const auto figures = all_figures(overview, options);
  Json drawn = Json::array();
  for (const auto& of : figures) {
    if (!constant_of(of.figure)) drawn.push_back(figure_json(of));
  }
  Json tasks = Json::array();
  for (std::size_t i = 0; i < overview.tasks.size(); ++i) {
    tasks.push_back(report_task(overview.tasks[i], i));
  }
  return json_text({{"schema", "sonde.report/1"},
                    {"program", "sonde " + std::string(kVersion)},
                    {"title", options.title},
                    {"runs", json_array(overview.runs, report_run)},
                    {"subjects", json_array(overview.subjects, report_subject)},
                    {"tasks", std::move(tasks)},
                    {"matrices", matrices_json(overview)},
                    {"thresholds", thresholds_json(overview)},
                    {"sections", sections_json(overview, options, figures)},
                    {"figures", std::move(drawn)},
                    {"notes", overview.notes}},
                   -1);
}

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
       {"values", values_json(task)},
       {"score",
        {{"name", task.scores.name},
         {"passes_above", json_number(task.scores.passes_above)},
         {"of", std::move(scores)}}}},
      -1);
}

}  // namespace sonde
