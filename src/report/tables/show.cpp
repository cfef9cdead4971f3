#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"
#include "base/parse.h"
#include "compare/run_errors.h"
#include "report/figures/language_spread.h"
#include "report/number_format.h"
#include "report/subject_groups.h"
#include "report/tables/results_csv.h"
#include "report/tables/results_json.h"
#include "report/tables/task_table.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/report.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

std::vector<std::string> fact_names(const RunFile& file) {
  std::vector<std::string> names;
  for (const auto& subject : file.subjects()) {
    for (const auto& [name, value] : subject.identity.facts) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

// The weights that a hybrid has on a task, after which fitted ones have an intercept and a penalty.
std::string weights_told(const SubjectFacts& subject, std::span<const double> fitted) {
  std::string kind, made_of;
  for (const auto& [name, value] : subject.identity.facts) {
    if (name == "kind") kind = value;
    if (name == "made of") made_of = value;
  }
  if (kind != "hybrid") return "";
  std::string told;
  std::size_t at = 0;
  const auto add = [&](std::string_view name) {
    told += fmt::format("{}{:.4g} {}", at == 0 ? "" : ", ", fitted[at], name);
    ++at;
  };
  for (const auto part : parts_of(made_of, ',')) {
    if (at < fitted.size()) add(trimmed(part));
  }
  for (const char* name : {"intercept", "penalty"}) {
    if (at < fitted.size()) add(name);
  }
  return told;
}

// A column a task on which a hybrid has weights.
void add_weights(const RunFile& file, std::vector<std::vector<std::string>>& rows) {
  const auto subjects = by_group(file);
  for (std::uint32_t task = 0; task < file.tasks().size(); ++task) {
    std::vector<std::string> told;
    for (const auto* subject : subjects) {
      const auto number = static_cast<std::uint32_t>(subject - file.subjects().data());
      told.push_back(weights_told(*subject, file.fitted(task, number)));
    }
    if (std::ranges::all_of(told, &std::string::empty)) continue;
    rows[0].push_back("weights on " + file.tasks()[task].dataset);
    for (std::size_t i = 0; i < told.size(); ++i) rows[i + 1].push_back(told[i]);
  }
}

// One row per subject: its properties.
std::vector<std::vector<std::string>> subject_rows(const RunFile& file) {
  const auto names = fact_names(file);
  std::vector<std::vector<std::string>> rows{{"subject", "spec", "group"}};
  rows[0].insert(rows[0].end(), names.begin(), names.end());
  rows[0].insert(rows[0].end(), {"noise floor", "numerics", "identity"});
  for (const auto* subject : by_group(file)) {
    std::vector<std::string> row{subject->name, subject->spec, subject->group};
    for (const auto& name : names) {
      const auto& facts = subject->identity.facts;
      const auto it = std::find_if(facts.begin(), facts.end(),
                                   [&](const auto& fact) { return fact.first == name; });
      row.push_back(it == facts.end() ? "" : it->second);
    }
    const bool measured = subject->has_vectors && !std::isnan(subject->noise_floor);
    row.push_back(measured ? fmt::format("{:.2g}", subject->noise_floor) : "");
    row.push_back(subject->identity.numerics);
    row.push_back(subject->identity.what.hex());
    rows.push_back(std::move(row));
  }
  add_weights(file, rows);
  return rows;
}

// For people a column a subject: few subjects, many facts.
TextTable subjects_table(const std::vector<std::vector<std::string>>& rows) {
  TextTable table;
  table.title = "subjects";
  for (std::size_t fact = 0; fact < rows[0].size(); ++fact) {
    std::vector<std::string> line;
    const bool digest = rows[0][fact] == "identity";
    for (const auto& row : rows) line.push_back(digest ? row[fact].substr(0, 16) : row[fact]);
    if (std::all_of(line.begin() + 1, line.end(), [](const auto& cell) { return cell.empty(); })) {
      continue;
    }
    if (fact == 0) {
      table.header = std::move(line);
    } else {
      table.rows.push_back(std::move(line));
    }
  }
  return table;
}

TextTable language_table(const RunFile& file, const std::vector<Result>& results,
                         const ShowOptions& options) {
  TextTable table{"by language, over all subjects and data sets",
                  {"language", "probe", "result", "mean", "sd", "values"},
                  {},
                  3};
  for (const auto& of : language_spreads(file, results, options)) {
    table.rows.push_back({of.language, of.probe, of.result, rounded(of.mean), rounded(of.deviation),
                          std::to_string(of.values)});
  }
  return table;
}

void check_label(const std::vector<Result>& results, const std::string& label) {
  std::set<std::string> labels;
  for (const auto& result : results) {
    if (result.slice != "all") labels.insert(result.slice.substr(0, result.slice.find('=')));
  }
  if (label.empty() || labels.contains(label)) return;
  std::string all;
  for (const auto& one : labels) all += (all.empty() ? "" : ", ") + one;
  throw usage_error("no result has slices of the label '" + label + "'",
                    all.empty() ? "there are no labels" : "there are: " + all);
}

// The tables that `summary` leaves out.
std::string detailed_tables(const RunFile& file, const std::vector<Result>& results,
                            const ShowOptions& options) {
  std::string out;
  const auto languages = language_table(file, results, options);
  if (file.tasks().size() > 1 && !languages.rows.empty()) {
    out += render(languages, options.format) + "\n";
  }
  for (const auto& task : file.tasks()) {
    out += render(task_table(file, task, results, options), options.format) + "\n";
  }
  return out;
}

constexpr const char* kNoVerdicts =
    "no verdicts: no probe of this run has a question that is compared with chance\n";

std::string result_tables(const RunFile& file, const ShowOptions& options) {
  const auto results = file.results();
  check_label(results, options.label);
  const NamedRun run{"", &file};
  std::string out;
  // Without the plugin that brought a probe, nothing can be summarised again.
  if (options.summary) {
    for (const auto& task : file.tasks()) require_plugin(run, task);
  }
  if (options.summary || std::ranges::none_of(file.tasks(), lacks_plugin)) {
    out = show_verdicts(overview({&run, 1}, {.needs = Needs::kVerdicts}), options.format);
  }
  if (options.summary) return out.empty() ? render_notes(kNoVerdicts, options.format) : out;
  if (!out.empty()) out += "\n";
  if (file.tasks().size() > 1) out += render(summary_table(file, results), options.format) + "\n";
  out += detailed_tables(file, results, options);
  std::string notes = footnotes(file, results);
  if (out.find(kTooFewMark) != std::string::npos) {
    notes += fmt::format("{}: fewer than {} items have no interval by resampling\n", kTooFewMark,
                         kFewestItems);
  }
  return out + render_notes(notes, options.format);
}

std::string subject_tables(const RunFile& file, const ShowOptions& options) {
  return render(subjects_table(subject_rows(file)), options.format);
}

std::string csv_subjects(const RunFile& file) {
  std::string out;
  for (const auto& row : subject_rows(file)) out += csv_line(row);
  return out;
}

struct RunFormat {
  std::string_view name;
  std::string (*results)(const RunFile&, const ShowOptions&);
  std::string (*subjects)(const RunFile&, const ShowOptions&);
};
constexpr std::array kRunFormats{
    RunFormat{"text", result_tables, subject_tables},
    RunFormat{"md", result_tables, subject_tables}, RunFormat{"tex", result_tables, subject_tables},
    RunFormat{"csv", [](const RunFile& file, const ShowOptions&) { return results_csv(file); },
              [](const RunFile& file, const ShowOptions&) { return csv_subjects(file); }},
    RunFormat{"json",
              [](const RunFile& file, const ShowOptions& options) {
                return results_json(file, file.results(), options);
              },
              [](const RunFile& file, const ShowOptions&) { return subjects_json(file); }}};

}  // namespace

std::string show_results(const RunFile& file, const ShowOptions& options) {
  return find_row(kRunFormats, "format", options.format).results(file, options);
}

std::string show_subjects(const RunFile& file, const ShowOptions& options) {
  return find_row(kRunFormats, "format", options.format).subjects(file, options);
}

}  // namespace sonde
