#include "report/tables/show_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "report/json_parts.h"
#include "report/tables/audit_parts.h"
#include "report/tables/audit_significance.h"
#include "report/tables/show_search.h"
#include "report/task_results.h"
#include "report/text_table.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

constexpr std::size_t kExamples = 5;
constexpr std::string_view kUpperBound =
    "Kept is an upper bound: variants by rule are easier than people's paraphrases. Give pairs "
    "known to mean the same with --same.\n";

// The label of the slices that have one kind of variants each.
std::string label_of(bool changed) { return changed ? "change" : "same"; }

// A sentence on the wrong side of the threshold.
struct AuditExample {
  double similarity;
  std::string kind, sentence, variant;
};

// One subject's measurements on the audited text.
class AuditedSubject {
 public:
  AuditedSubject(const OverviewTask& task, std::size_t subject, std::string name)
      : task_(task), subject_(subject), name_(std::move(name)) {}

  std::size_t subject() const { return subject_; }
  const std::string& name() const { return name_; }
  // The threshold that the user gave. Empty: none.
  std::string given() const { return given_threshold(task_); }
  const Result* find(const std::string& result, const std::string& slice = "all") const {
    return find_result(task_, name_, result, slice);
  }
  bool is_upper_bound() const { return find("kept_5") == nullptr && find("kept_1") == nullptr; }
  const Result* kept(const AuditPoint& point) const {
    return find((is_upper_bound() ? "kept_upper_bound" : "kept") + std::string(point.suffix));
  }

  // The slices of its kinds of variants with a changed or with the same meaning.
  std::vector<std::string> slices(bool changed) const {
    return slices_of(task_, label_of(changed));
  }

  // Whether a kind of changed variants has enough of them for a threshold.
  bool has_own_thresholds() const {
    return std::ranges::any_of(slices(true), [&](const std::string& slice) {
      const Result* threshold = find("threshold_5", slice);
      return threshold != nullptr && !std::isnan(threshold->value);
    });
  }

  // Changed variants above the threshold, the most similar first. Or the least similar harmless
  // ones below it. The first of each kind, then others, one per sentence.
  std::vector<AuditExample> examples(bool changed) const {
    const Result* threshold = find("threshold_5");
    const auto all = slices(changed);
    const std::set<std::string> wanted(all.begin(), all.end());
    std::vector<AuditExample> found;
    if (threshold == nullptr || !task_.values[subject_]) return found;
    std::size_t row = 0;
    for (const auto& item : task_.items) {
      for (const auto& one : item.rows) {
        const double similarity = (*task_.values[subject_])[row++][0];
        const bool breaks = changed ? similarity > threshold->value : similarity < threshold->value;
        if (!breaks || !wanted.contains(label_of(changed) + "=" + one.label)) continue;
        found.push_back(
            {similarity, one.label, item.texts[one.at[0]].text, item.texts[one.at[1]].text});
      }
    }
    const auto is_worse = [&](const AuditExample& a, const AuditExample& b) {
      return changed ? a.similarity > b.similarity : a.similarity < b.similarity;
    };
    std::ranges::stable_sort(found, is_worse);
    found = chosen(std::move(found));
    std::ranges::stable_sort(found, is_worse);
    return found;
  }

 private:
  // No kind goes unseen, and the rest shows different sentences.
  static std::vector<AuditExample> chosen(std::vector<AuditExample> all) {
    std::set<std::string> kinds, sentences;
    const auto rest = std::ranges::stable_partition(
        all, [&](const AuditExample& one) { return kinds.insert(one.kind).second; });
    const auto first = static_cast<std::size_t>(rest.begin() - all.begin());
    for (std::size_t i = 0; i < first; ++i) sentences.insert(all[i].sentence);
    all.erase(std::remove_if(
                  rest.begin(), rest.end(),
                  [&](const AuditExample& one) { return !sentences.insert(one.sentence).second; }),
              all.end());
    all.resize(std::min(all.size(), std::max(first, kExamples)));
    return all;
  }

  const OverviewTask& task_;
  std::size_t subject_;
  std::string name_;
};

TextTable points_table(const AuditedSubject& of) {
  TextTable table{
      of.name() + ": thresholds",
      {"wanted false matches", "threshold", "false matches",
       of.is_upper_bound() ? "kept (upper bound)" : "true matches kept", "unrelated pairs"},
      {},
      1};
  for (const auto& point : kPoints) {
    const std::string suffix(point.suffix);
    const Result* matches = of.find("false_matches" + suffix);
    if (matches == nullptr) continue;
    const bool is_given = point.wanted == "given";
    table.rows.push_back({std::string(point.wanted),
                          is_given ? of.given() : precise(of.find("threshold" + suffix)),
                          percent(matches), percent(of.kept(point)),
                          percent(of.find("unrelated_matches" + suffix))});
  }
  return table;
}

std::string count_of(const Result* result) {
  return std::to_string(result == nullptr ? 0 : result->n);
}

// " n=3" for a result of fewer items than the row counts.
std::string other_count(const Result* result, const Result* counted) {
  if (result == nullptr || counted == nullptr || std::isnan(result->value)) return "";
  return result->n < counted->n ? fmt::format(" n={}", result->n) : "";
}

// A column of the table of kinds: a result of each kind's slice, and how it is written.
struct KindColumn {
  std::string title, result;
  std::string (*written)(const Result*);
};

std::vector<KindColumn> kind_columns(const AuditedSubject& of, bool changed) {
  const std::string matches = changed ? "pass at " : "kept at ";
  std::vector<KindColumn> columns{
      {"sentences", changed ? "similarity_changed" : "similarity_same", count_of},
      {"harmless closer", "harmless_closer", percent},
      {matches + "the 5% threshold", "matches_5", percent}};
  if (of.find("false_matches_given") != nullptr) {
    columns.push_back({matches + of.given(), "matches_given", percent});
  }
  if (changed && of.has_own_thresholds()) {
    columns.push_back({"own threshold for 5%", "threshold_5", precise});
  }
  return columns;
}

TextTable kinds_table(const AuditedSubject& of, bool changed) {
  TextTable table{of.name() + (changed ? ": changed meaning" : ": same meaning"),
                  {changed ? "change" : "harmless variant"},
                  {},
                  1};
  const auto columns = kind_columns(of, changed);
  for (const auto& column : columns) table.header.push_back(column.title);
  for (const auto& slice : of.slices(changed)) {
    auto& row = table.rows.emplace_back(std::vector{slice.substr(slice.find('=') + 1)});
    const Result* counted = of.find(columns.front().result, slice);
    for (const auto& column : columns) {
      const Result* result = of.find(column.result, slice);
      row.push_back(column.written(result) + other_count(result, counted));
    }
  }
  return table;
}

std::string example_lines(const std::string& title, const std::vector<AuditExample>& examples,
                          std::string_view format) {
  if (examples.empty()) return {};
  std::string text = title + "\n";
  for (const auto& one : examples) {
    const std::string start =
        fmt::format("  {:.3f}  {}: {}", one.similarity, one.kind, one.sentence);
    // Other formats make each line an entry of a list.
    text += start + (format == "text" ? "\n         " : " → ") + one.variant + "\n";
  }
  return text;
}

// "At 0.8, 61% [55, 67] of your changed sentences pass as the same."
std::string given_line(const AuditedSubject& of) {
  const Result* matches = of.find("false_matches_given");
  if (matches == nullptr) return {};
  return fmt::format("At {}, {} of your changed sentences pass as the same.\n", of.given(),
                     percent(matches));
}

// Nothing, unless most of what means the same is clearly below the threshold.
std::string lost_line(const AuditedSubject& of) {
  const Result* threshold = of.find("threshold_5");
  const Result* kept = of.kept(kPoints[1]);
  if (threshold == nullptr || kept == nullptr || !(kept->high < .5)) return {};
  return fmt::format(
      "No threshold separates the meanings: the one for 5% false matches accepts {} of {}.\n",
      percent(kept), of.is_upper_bound() ? "the harmless variants" : "the true matches");
}

// "At a similarity of 0.943 [0.923, 0.951], 7% [4, 14] of changed sentences like yours pass ..."
std::string threshold_line(const AuditedSubject& of) {
  const Result* threshold = of.find("threshold_5");
  const Result* kept = of.kept(kPoints[1]);
  if (threshold == nullptr || kept == nullptr || std::isnan(threshold->value)) {
    return "Your text has too few changed variants for a threshold. ";
  }
  return fmt::format(
      "At a similarity of {}, {} of changed sentences like yours pass as the same, and so do "
      "{} of {}{}. ",
      precise(threshold), percent(of.find("false_matches_5")), percent(kept),
      of.is_upper_bound() ? "the harmless variants" : "the true matches",
      of.is_upper_bound() ? " (an upper bound: variants by rule are easy)" : "");
}

std::string shown(const AuditedSubject& of, std::string_view format) {
  std::string text = render(points_table(of), format) +
                     render_notes(given_line(of) + lost_line(of), format) + "\n" +
                     render(kinds_table(of, true), format) + "\n" +
                     render(kinds_table(of, false), format) + "\n";
  if (of.is_upper_bound()) text += render_notes(kUpperBound, format);
  text += render_notes(
      example_lines(
          "Above the 5% threshold of the whole sample, with another meaning, each kind first:",
          of.examples(true), format),
      format);
  text += render_notes(example_lines("Below it, with the same meaning, each kind first:",
                                     of.examples(false), format),
                       format);
  return text + "\n";
}

Json audit_example_json(const AuditExample& one) {
  return {{"similarity", json_number(one.similarity)},
          {"kind", one.kind},
          {"sentence", one.sentence},
          {"variant", one.variant}};
}

// Null if the run has no such task.
const OverviewTask* find_task(const Overview& overview, bool (*is_wanted)(const OverviewTask&)) {
  const auto task = std::ranges::find_if(overview.tasks, is_wanted);
  return task == overview.tasks.end() ? nullptr : &*task;
}

Json subject_json(const AuditedSubject& of, const OverviewTask& task) {
  return {{"subject", of.name()},
          {"kept_is_upper_bound", of.is_upper_bound()},
          {"results", subject_results_json(task, of.name())},
          {"false_matches", json_array(of.examples(true), audit_example_json)},
          {"lost_matches", json_array(of.examples(false), audit_example_json)}};
}

// All subjects on a task that compares variants. None if there isn't one.
std::vector<AuditedSubject> audited_subjects(const Overview& overview,
                                             const OverviewTask* variants) {
  std::vector<AuditedSubject> all;
  for (std::size_t i = 0; variants != nullptr && i < overview.subjects.size(); ++i) {
    all.emplace_back(*variants, i, overview.subjects[i].label);
  }
  return all;
}

// `variants`, `search`: null if the audit has no such task.
std::string audit_json(const Overview& overview, const OverviewTask* variants,
                       const OverviewTask* search, const NamedRun& run) {
  Json subjects = Json::array();
  for (const auto& of : audited_subjects(overview, variants)) {
    subjects.push_back(subject_json(of, *variants));
  }
  Json json = Json::object();
  json["schema"] = "sonde.audit/1";
  if (variants != nullptr) json["dataset"] = variants->facts.dataset;
  json["subjects"] = std::move(subjects);
  if (variants != nullptr) {
    json["tests"] = audit_tests_json(overview, *variants);
  }
  if (search != nullptr) json["search"] = search_json(*search, overview, run);
  return json_text(json);
}

}  // namespace

bool compares_variants(const OverviewTask& task) {
  const bool has_threshold =
      std::ranges::find(task.results, "threshold_5", &Result::name) != task.results.end();
  return has_threshold && !ranks_passages(task) &&
         !(slices_of(task, label_of(true)).empty() && slices_of(task, label_of(false)).empty());
}

std::vector<AuditedPart> audited_parts(const Overview& overview, const OverviewTask& task) {
  std::vector<AuditedPart> parts;
  if (!compares_variants(task)) return parts;
  for (const auto& of : audited_subjects(overview, &task)) {
    if (!task.values[of.subject()]) continue;
    std::string verdict = threshold_line(of) + given_line(of) + lost_line(of);
    std::ranges::replace(verdict, '\n', ' ');
    parts.push_back({of.subject(),
                     std::move(verdict),
                     {points_table(of), kinds_table(of, true), kinds_table(of, false)}});
  }
  return parts;
}

std::vector<std::string> audit_answer(const Overview& overview, const OverviewTask& task) {
  if (!compares_variants(task)) return {};
  return audit_test_lines(overview, task);
}

std::string show_audit(const Overview& overview, const NamedRun& run, std::string_view format) {
  const auto* variants = find_task(overview, compares_variants);
  const auto* search = find_task(overview, ranks_passages);
  if (variants == nullptr && search == nullptr) {
    throw input_error("has no variants of sentences, and no queries with passages", {},
                      "make one with `sonde audit`");
  }
  if (format == "json") return audit_json(overview, variants, search, run);
  std::string text;
  if (variants != nullptr) {
    std::string tests;
    for (const auto& line : audit_answer(overview, *variants)) tests += line + "\n";
    if (!tests.empty()) text += render_notes(tests, format) + "\n";
  }
  for (const auto& of : audited_subjects(overview, variants)) text += shown(of, format);
  if (search != nullptr) text += show_search(*search, overview, run, format);
  if (overview.subjects.size() > 1) text += show_verdicts(overview, format);
  return text;
}

}  // namespace sonde
