#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "report/number_format.h"
#include "report/tables/comparison.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

const std::string& label(const Comparison& comparison, std::size_t subject) {
  return comparison.subjects[subject].label;
}

bool has_slices(const Comparison& comparison) {
  return std::ranges::any_of(comparison.differences,
                             [](const Difference& d) { return d.slice != "all"; });
}

// Its name, marked where that was measured but in part.
std::string dataset_of(const Comparison& comparison, const auto& part) {
  return marked(part.dataset, is_partial(comparison, part.probe, part.dataset));
}

std::vector<std::string> question(const Comparison& comparison, const auto& of) {
  std::vector<std::string> cells{dataset_of(comparison, of), of.probe + " " + of.name};
  if (has_slices(comparison)) cells.push_back(of.slice);
  return cells;
}

std::vector<std::string> question_header(const Comparison& comparison) {
  std::vector<std::string> header{"data set", "result"};
  if (has_slices(comparison)) header.push_back("slice");
  return header;
}

std::string named_items(std::size_t count) {
  return fmt::format("{} item{}", count, count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : " | ") + text;
  return all;
}

std::string items_text(double items) {
  if (!(items < 1e9)) return "more than a billion";
  return fmt::format("{:.0f}", items);
}

std::string task_note(const ComparedTask& task, const Comparison& comparison) {
  std::string note;
  for (std::size_t run = 0; run < task.only.size(); ++run) {
    if (task.only[run] == 0) continue;
    note += fmt::format("; {} only in {}", named_items(task.only[run]), comparison.runs[run]);
  }
  if (note.empty()) return {};
  return fmt::format("{} · {}: {} in common{}\n", task.probe, task.dataset, named_items(task.items),
                     note);
}

// Each reason once for each data set, with the most that it left out of a result.
std::string left_out_notes(const Comparison& comparison) {
  std::map<std::pair<std::string, std::string>, std::size_t> reasons;
  for (const auto& d : comparison.differences) {
    if (d.n == 0) continue;  // one of the two answers nothing, which leaves nothing out for others
    for (const auto& [why, count] : d.why) {
      if (why == kNoInterval) continue;  // told where it is not tested
      auto& most = reasons[{d.dataset, why}];
      most = std::max(most, count);
    }
  }
  std::string notes;
  for (const auto& [of, count] : reasons) {
    notes += count == 0
                 ? fmt::format("{}: {}\n", of.first, of.second)
                 : fmt::format("{}: left out for all: {} ({})\n", of.first, count, of.second);
  }
  return notes;
}

// Which differences have no test, and of more than two subjects how many pairs of them.
std::string untested_notes(const Comparison& comparison) {
  std::map<std::pair<std::string, std::string>, std::size_t> pairs;
  for (const auto& d : comparison.differences) {
    if (d.undefined.empty()) continue;
    const std::string slice = d.slice == "all" ? "" : " " + d.slice;
    ++pairs[{fmt::format("{} {} {}{}", d.dataset, d.probe, d.name, slice), d.undefined}];
  }
  const bool many = comparison.subjects.size() > 2;
  std::string notes;
  for (const auto& [of, count] : pairs) {
    const std::string which =
        many ? fmt::format(" of {} pair{}", count, count == 1 ? "" : "s") : "";
    notes += fmt::format("{}: no test{} ({})\n", of.first, which, of.second);
  }
  return notes;
}

// "(1)", "(2-3)"; empty where there is none.
std::string places(const Standing& standing) {
  if (!has_place(standing)) return "";
  if (standing.best == standing.worst) return fmt::format(" ({})", standing.best);
  return fmt::format(" ({}-{})", standing.best, standing.worst);
}

}  // namespace

bool has_place(const Standing& standing) {
  return standing.result.better != Better::kNeither && !std::isnan(standing.result.value);
}

bool is_partial(const Comparison& comparison, const std::string& probe,
                const std::string& dataset) {
  return std::ranges::any_of(comparison.tasks, [&](const ComparedTask& task) {
    return task.partial && task.probe == probe && task.dataset == dataset;
  });
}

TextTable difference_table(const Comparison& comparison) {
  const auto& first = label(comparison, 0);
  const auto& second = label(comparison, 1);
  TextTable table{fmt::format("{} less {}", second, first), question_header(comparison), {}, 0};
  table.left_columns = table.header.size();
  for (const auto& name : {first, second, std::string("difference"), std::string("p (Holm)"),
                           std::string("effect"), std::string("n")}) {
    table.header.push_back(name);
  }
  for (const auto& d : comparison.differences) {
    auto row = question(comparison, d);
    row.insert(row.end(),
               {rounded(d.first_value), rounded(d.second_value), with_sign(d.value, d.low, d.high),
                p_value(d.p_holm), rounded(d.effect), std::to_string(d.n)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable standing_table(const Comparison& comparison) {
  TextTable table{"values and places", question_header(comparison), {}, 0};
  table.left_columns = table.header.size();
  for (const auto& subject : comparison.subjects) table.header.push_back(subject.label);
  std::map<std::vector<std::string>, std::size_t> rows;
  for (const auto& standing : comparison.standings) {
    const auto cells = question(comparison, standing);
    const auto [at, is_new] = rows.emplace(cells, table.rows.size());
    if (is_new) {
      table.rows.push_back(cells);
      table.rows.back().resize(table.header.size(), "not measured");
    }
    table.rows[at->second][table.left_columns + standing.subject] =
        rounded(standing.result.value) + places(standing);
  }
  return table;
}

TextTable correlation_table(const Comparison& comparison) {
  TextTable table{"how alike the two are: Spearman's correlation of their own values",
                  {"data set", "probe", "measurement", "correlation", "n"},
                  {},
                  3};
  for (const auto& correlation : comparison.correlations) {
    table.rows.push_back({dataset_of(comparison, correlation), correlation.probe,
                          correlation.measurement,
                          with_interval(correlation.value, correlation.low, correlation.high),
                          std::to_string(correlation.rows)});
  }
  return table;
}

std::string moved_items(const Moves& moves, std::string_view second, MovedOrder order) {
  std::string text = "by " + moves.score;
  if (moves.passes) {
    text += fmt::format(", {} {} with {} that failed, {} the reverse", named_items(moves.gained),
                        moves.gained == 1 ? "passes" : "pass", second, moves.lost);
  }
  text += "\n";
  const auto add = [&](const char* title, const std::vector<Move>& list) {
    for (const auto& move : list) {
      text += fmt::format("  {}  {} to {}  {}: {}\n", title, rounded(move.before),
                          rounded(move.after), move.item, joined(move.texts));
    }
  };
  if (order == MovedOrder::kWorseFirst) add("worse ", moves.worse);
  add("better", moves.better);
  if (order == MovedOrder::kBetterFirst) add("worse ", moves.worse);
  return text;
}

std::string moves_text(const Moves& moves, const Comparison& comparison) {
  return fmt::format("{} · {}: {}", moves.probe, dataset_of(comparison, moves),
                     moved_items(moves, label(comparison, 1), MovedOrder::kBetterFirst));
}

std::string comparison_notes(const Comparison& comparison) {
  std::string notes = fmt::format(
      "p: two-sided, Holm's correction over {} hypothes{}; intervals: 95 %, each by itself; "
      "effect: in standard deviations of an item; {} replicates\n",
      comparison.hypotheses, comparison.hypotheses == 1 ? "is" : "es", comparison.replicates);
  if (!comparison.standings.empty()) {
    notes +=
        "places: 1 + how many are significantly better, to all less those significantly worse\n";
  }
  for (const auto& task : comparison.tasks) notes += task_note(task, comparison);
  notes += left_out_notes(comparison) + untested_notes(comparison);
  for (const auto& note : comparison.notes) notes += note + "\n";
  return notes;
}

std::string verdict_text(Verdict verdict) {
  if (verdict == Verdict::kPass) return "pass";
  return verdict == Verdict::kFail ? "fail" : "can't tell";
}

std::string check_remark(const GateCheck& check) {
  if (check.verdict == Verdict::kCannotTell && !std::isnan(check.items_needed)) {
    return "needs about " + items_text(check.items_needed) + " items";
  }
  if (!check.reason.empty()) return check.reason;
  if (!std::isnan(check.detectable)) return "would find " + rounded(check.detectable);
  return "";
}

std::string better_text(Better better) {
  if (better == Better::kNeither) return "neither";
  return better == Better::kHigher ? "higher" : "lower";
}

}  // namespace sonde
