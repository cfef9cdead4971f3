#include "report/tables/show_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/number_format.h"
#include "report/tables/audit_parts.h"
#include "report/tables/difference_json.h"
#include "report/task_results.h"
#include "report/text_table.h"
#include "sonde/compare.h"

namespace sonde {
namespace {

struct Competitors {
  std::string_view suffix, title;
};
constexpr std::array kCompetitors{Competitors{"near_misses", "all its near misses"},
                                  Competitors{"corpus", "other passages"},
                                  Competitors{"both", "both"}};

constexpr std::string_view kCounted =
    "A query counts here if its passage is closer than all of these at once. The verdicts count "
    "each near miss by itself.\n";

// A mean reciprocal rank, from 0 to 1.
std::string shown_rank(const Result* result) {
  if (result == nullptr || std::isnan(result->value)) return result == nullptr ? "" : "-";
  if (std::isnan(result->low)) return decimal(result->value, 2);
  return fmt::format("{} [{}, {}]", decimal(result->value, 2), decimal(result->low, 2),
                     decimal(result->high, 2));
}

// A table of one measure: a row per kind of competitors, a column per subject.
class SearchTable {
 public:
  SearchTable(const OverviewTask& task, const Overview& overview, std::string measure)
      : task_(task), overview_(overview), measure_(std::move(measure)) {
    table_.title = measure_ == "top_1" ? "search: queries whose right passage is first"
                                       : "search: mean reciprocal rank of the right passage";
    table_.header = {"among", "queries"};
    for (const auto& subject : overview.subjects) table_.header.push_back(subject.label);
  }

  TextTable take() {
    for (const auto& [suffix, title] : kCompetitors) {
      add(std::string(title), std::string(suffix), "all");
      if (suffix != "near_misses") continue;
      for (const auto& slice : slices_of(task_, "change")) {
        add("  " + slice.substr(slice.find('=') + 1), std::string(suffix), slice);
      }
    }
    return std::move(table_);
  }

 private:
  void add(const std::string& title, const std::string& suffix, const std::string& slice) {
    std::size_t queries = 0;
    std::vector<std::string> cells;
    for (const auto& subject : overview_.subjects) {
      const Result* result = find_result(task_, subject.label, measure_ + "_" + suffix, slice);
      cells.push_back(measure_ == "top_1" ? percent(result) : shown_rank(result));
      if (result != nullptr) queries = std::max(queries, result->n);
    }
    if (queries == 0) return;
    table_.rows.push_back({title, std::to_string(queries)});
    table_.rows.back().insert(table_.rows.back().end(), cells.begin(), cells.end());
  }

  const OverviewTask& task_;
  const Overview& overview_;
  std::string measure_;
  TextTable table_;
};

constexpr std::string_view kShowing =
    "A search shows the closest passage if its similarity is at or above the threshold. Right "
    "shown: queries whose own passage is first and shown. Wrong shown: queries that would see "
    "another passage if their own were missing.\n";

// From when each subject should show a passage. Without rows if no subject ranks a corpus.
TextTable threshold_table(const OverviewTask& task, const Overview& overview) {
  TextTable table{"search: similarity from which to show the closest passage",
                  {"encoder", "wrong wanted", "threshold", "wrong shown", "right shown"},
                  {},
                  2};
  for (const auto& subject : overview.subjects) {
    for (const auto& [suffix, wanted] : kPoints) {
      const auto find = [&](const std::string& name) {
        return find_result(task, subject.label, name + std::string(suffix), "all");
      };
      const Result* right = find("right_shown");
      if (right == nullptr) continue;
      table.rows.push_back(
          {subject.label, std::string(wanted),
           wanted == "given" ? given_threshold(task) : precise(find("show_threshold")),
           percent(find("wrong_shown")), percent(right)});
    }
  }
  return table;
}

// The reasons why thresholds are undefined, each once.
std::string too_few_queries(const OverviewTask& task) {
  std::set<std::string> reasons;
  for (const auto& result : task.results) {
    if (!result.name.starts_with("show_threshold")) continue;
    for (const auto& [reason, count] : result.why) reasons.insert(reason);
  }
  std::string text;
  for (const auto& reason : reasons) text += "No threshold: " + reason + ".\n";
  return text;
}

// The results of all subjects that rank passages.
std::vector<std::string> rank_results(const OverviewTask& task) {
  std::vector<std::string> names;
  for (const auto& [suffix, title] : kCompetitors) {
    for (const char* measure : {"top_1_", "reciprocal_rank_"}) {
      const std::string name = measure + std::string(suffix);
      if (std::ranges::find(task.results, name, &Result::name) != task.results.end()) {
        names.push_back(name);
      }
    }
  }
  return names;
}

// Paired tests between all subjects. Holm's correction is over all of them.
Comparison compare_search(const OverviewTask& task, const Overview& overview, const NamedRun& run) {
  CompareOptions options;
  options.names = rank_results(task);
  if (overview.subjects.size() < 2 || options.names.empty()) return {};
  options.probes = {task.kind};
  options.datasets = {task.facts.dataset};
  options.slices = true;
  options.items = 0;
  return compare({&run, 1}, options);
}

// "a less b, among near misses: 12 points [3, 20], p (Holm) = 0.010"
std::string difference_lines(const Comparison& comparison) {
  std::string text;
  for (const auto& one : comparison.differences) {
    for (const auto& [suffix, title] : kCompetitors) {
      if (one.slice != "all" || one.name != "top_1_" + std::string(suffix)) continue;
      if (std::isnan(one.low)) continue;
      text +=
          fmt::format("{} less {}, first among {}: {}{} points [{}, {}], p (Holm) {}\n",
                      comparison.subjects[one.second].label, comparison.subjects[one.first].label,
                      title, one.value < 0 ? "" : "+", percent_number(one.value),
                      percent_number(one.low), percent_number(one.high), shown_p(one.p_holm));
    }
  }
  return text;
}

}  // namespace

bool ranks_passages(const OverviewTask& task) { return !rank_results(task).empty(); }

std::string show_search(const OverviewTask& task, const Overview& overview, const NamedRun& run,
                        std::string_view format) {
  std::string text;
  for (const char* measure : {"top_1", "reciprocal_rank"}) {
    text += render(SearchTable(task, overview, measure).take(), format) + "\n";
  }
  text += render_notes(kCounted, format) + "\n";
  const TextTable thresholds = threshold_table(task, overview);
  if (!thresholds.rows.empty()) {
    text += render(thresholds, format) + "\n" +
            render_notes(std::string(kShowing) + too_few_queries(task), format) + "\n";
  }
  const std::string differences = difference_lines(compare_search(task, overview, run));
  if (!differences.empty()) text += render_notes(differences, format) + "\n";
  return text;
}

Json search_json(const OverviewTask& task, const Overview& overview, const NamedRun& run) {
  Json subjects = Json::array();
  for (const auto& subject : overview.subjects) {
    subjects.push_back(
        {{"subject", subject.label}, {"results", subject_results_json(task, subject.label)}});
  }
  const Comparison comparison = compare_search(task, overview, run);
  return {{"dataset", task.facts.dataset},
          {"subjects", std::move(subjects)},
          {"differences", json_array(comparison.differences, [&](const Difference& one) {
             return difference_json(comparison, one);
           })}};
}

}  // namespace sonde
