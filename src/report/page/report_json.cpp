#include "report/page/report_json.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/parse.h"
#include "base/version.h"
#include "report/figures/figure_data.h"
#include "report/figures/rating_figures.h"
#include "report/json_parts.h"
#include "report/number_format.h"
#include "report/page/matrix_json.h"
#include "report/page/result_tables_json.h"
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

Json words_table(const TextTable& table) {
  return {{"title", table.title}, {"note", ""}, {"header", table.header}, {"rows", table.rows}};
}

// The parts of audits, for each task.
using Audits = std::vector<std::vector<AuditedPart>>;

Audits audits_of(const Overview& overview) {
  Audits audits;
  for (const auto& task : overview.tasks) audits.push_back(audited_parts(overview, task));
  return audits;
}

// What audits say about thresholds.
Json thresholds_json(const Audits& audits) {
  Json all = Json::array();
  for (const auto& parts : audits) {
    for (const auto& part : parts) {
      all.push_back({{"subject", part.subject}, {"text", part.verdict}});
    }
  }
  return all;
}

// How audits rank the subjects, a sentence per test.
Json audit_tests_json(const Overview& overview) {
  Json all = Json::array();
  for (const auto& task : overview.tasks) {
    for (const auto& line : audit_answer(overview, task)) all.push_back(line);
  }
  return all;
}

void add_audit_tables(Json& tables, const std::vector<AuditedPart>& parts) {
  for (const auto& part : parts) {
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

// The tasks of one kind.
Json tasks_section(const Overview& overview, const Audits& audits, const std::string& kind,
                   const std::vector<SectionFigure>& figures) {
  Json section = section_json(kind, figures);
  for (std::size_t i = 0; i < overview.tasks.size(); ++i) {
    const auto& task = overview.tasks[i];
    if (task.kind != kind) continue;
    if (!task.shown.title.empty()) section["title"] = task.shown.title;
    section["asks"] = as_sentence(task.asks);
    section["paper"] = task.shown.paper;
    add_audit_tables(section["tables"], audits[i]);
    add_result_tables(section["tables"], overview, task);
  }
  return section;
}

Json sections_json(const Overview& overview, const Audits& audits, const ReportOptions& options,
                   const std::vector<SectionFigure>& figures) {
  std::vector<std::string> kinds;
  for (const auto& task : overview.tasks) {
    if (std::ranges::find(kinds, task.kind) == kinds.end()) kinds.push_back(task.kind);
  }
  Json sections = Json::array();
  for (const auto& kind : kinds) {
    sections.push_back(tasks_section(overview, audits, kind, figures));
  }
  if (options.ratings.empty()) return sections;
  Json section = section_json(std::string(kRatings), figures);
  section["title"] = "Human ratings";
  section["asks"] = "How do people rate, and how well do they agree?";
  for (const auto* report : options.ratings) section["tables"].push_back(ratings_table(*report));
  sections.push_back(std::move(section));
  return sections;
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
  const auto audits = audits_of(overview);
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
                    {"thresholds", thresholds_json(audits)},
                    {"audit_tests", audit_tests_json(overview)},
                    {"sections", sections_json(overview, audits, options, figures)},
                    {"figures", std::move(drawn)},
                    {"notes", overview.notes}},
                   -1);
}

}  // namespace sonde
