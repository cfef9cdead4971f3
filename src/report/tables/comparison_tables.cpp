#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/counted.h"
#include "base/printable.h"
#include "data/spec_text.h"
#include "report/number_format.h"
#include "report/tables/comparison.h"
#include "sonde/resampling.h"
#include "statistics/resampling/holm_correction.h"
#include "text/unicode.h"

namespace sonde {
namespace {

const std::string& label(const Comparison& comparison, std::size_t subject) {
  return comparison.subjects[subject].label;
}

// Its name, marked if it was measured but in part.
std::string dataset_of(const Comparison& comparison, const auto& part) {
  return marked(part.dataset, is_partial(comparison, part.probe, part.dataset));
}

// "heros-en: synonym closest ↓": of a result of which lower is better.
std::string question(const Comparison& comparison, const auto& of, Better better) {
  const std::string probe = has_twin(comparison.tasks, of) ? " (" + of.probe + ")" : "";
  const std::string slice = of.slice == "all" ? "" : ", " + of.slice;
  return of.dataset + probe + ": " + of.label + slice + (better == Better::kLower ? " ↓" : "");
}

// One of the two texts of an item that are shown, in one line of at most `width` columns.
std::string move_line(const std::string& start, const Move& move, std::size_t which,
                      std::size_t width) {
  constexpr std::size_t kStart = 22;
  const std::string line = fmt::format("  {:<{}}  ", start, kStart);
  const std::size_t at = move.compared.at(which);
  const std::string text = at < move.texts.size() ? one_line(move.texts[at]) : "";
  return line + within_width(text, width - std::min(width, display_width(line))) + "\n";
}

std::string task_note(const ComparedTask& task, const Comparison& comparison) {
  std::string note;
  for (std::size_t run = 0; run < task.only.size(); ++run) {
    if (task.only[run] == 0) continue;
    note += fmt::format("; {} only in {}", counted(task.only[run], "item"), comparison.runs[run]);
  }
  if (note.empty()) return {};
  return fmt::format("{} · {}: {} in common{}\n", task.probe, task.dataset,
                     counted(task.items, "item"), note);
}

bool has_lower(const Comparison& comparison) {
  return std::ranges::any_of(comparison.differences,
                             [](const Difference& d) { return d.better == Better::kLower; });
}

// Sorts by the number of measured items.
std::string partial_note(const Comparison& comparison) {
  std::map<std::size_t, std::set<std::string>> names;
  for (const auto& task : comparison.tasks) {
    if (task.partial) names[task.items].insert(task.dataset);
  }
  std::string note;
  for (const auto& [items, datasets] : names) {
    note += fmt::format("samples of {}: {}\n", counted(items, "item"), fmt::join(datasets, ", "));
  }
  return note;
}

// Each reason once for each data set, with the most that it left out of a result.
std::string left_out_notes(const Comparison& comparison) {
  std::map<std::pair<std::string, std::string>, std::size_t> reasons;
  for (const auto& d : comparison.differences) {
    if (d.n == 0) continue;  // one of the two defines nothing, which leaves nothing out for others
    for (const auto& [why, count] : d.why) {
      if (why == kNoInterval) continue;  // reported if not tested
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
    const std::string which = many ? " of " + counted(count, "pair") : "";
    notes += fmt::format("{}: no test{} ({})\n", of.first, which, of.second);
  }
  return notes;
}

// "(1)", "(2-3)". Empty without a place.
std::string places(const Standing& standing) {
  if (!has_place(standing)) return "";
  if (standing.best == standing.worst) return fmt::format(" ({})", standing.best);
  return fmt::format(" ({}-{})", standing.best, standing.worst);
}

// Subjects that no other is significantly better than: one or two by name, of more how many.
std::string best_subjects(const Comparison& comparison,
                          const std::vector<const Standing*>& standings) {
  std::vector<std::string> best;
  std::size_t placed = 0;
  for (const auto* standing : standings) {
    if (!has_place(*standing)) continue;
    ++placed;
    if (standing->best == 1) best.push_back(label(comparison, standing->subject));
  }
  if (placed == 0) return "-";
  if (best.size() == placed && placed > 1) return "can't tell";
  if (best.size() > 2) return fmt::format("{} of {}", best.size(), placed);
  return best.size() == 2 ? best[0] + ", " + best[1] : best[0];
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

TextTable difference_table(const Comparison& comparison, std::size_t further) {
  const auto& first = label(comparison, 0);
  const auto& second = label(comparison, 1);
  TextTable table{fmt::format("{} − {}", second, first),
                  {"result", "better", first, second, "difference"},
                  {},
                  2};
  const auto add = [&](std::vector<std::string>& row, const std::vector<std::string>& cells) {
    row.insert(row.end(), cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(further));
  };
  add(table.header, {"p (Holm)", "n", "effect"});
  for (const auto& d : comparison.differences) {
    std::vector<std::string> row{question(comparison, d, d.better), better_subject(comparison, d),
                                 rounded(d.first_value), rounded(d.second_value),
                                 with_sign(d.value, d.low, d.high)};
    add(row, {p_value(d.p_holm), std::to_string(d.n), rounded(d.effect)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable standing_table(const Comparison& comparison, bool with_places) {
  TextTable table{with_places ? "values and places" : "values", {"result", "best"}, {}, 2};
  for (const auto& subject : comparison.subjects) table.header.push_back(subject.label);
  std::map<std::string, std::size_t> rows;
  std::vector<std::vector<const Standing*>> standings;
  for (const auto& standing : comparison.standings) {
    const auto name = question(comparison, standing, standing.result.better);
    const auto [at, is_new] = rows.emplace(name, table.rows.size());
    if (is_new) {
      table.rows.push_back({name, ""});
      table.rows.back().resize(table.header.size(), "not measured");
      standings.emplace_back();
    }
    standings[at->second].push_back(&standing);
    table.rows[at->second][table.left_columns + standing.subject] =
        rounded(standing.result.value) + (with_places ? places(standing) : "");
  }
  for (std::size_t i = 0; i < standings.size(); ++i) {
    table.rows[i][1] = best_subjects(comparison, standings[i]);
  }
  return table;
}

TextTable correlation_table(const Comparison& comparison) {
  TextTable table{"agreement: Spearman's correlation of the values of both",
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

std::string moved_items(const Moves& moves, std::string_view second, MovedOrder order,
                        std::size_t width) {
  std::string text = "by " + moves.score;
  if (moves.passes) {
    text += fmt::format("; {} gains {} and loses {}", second, counted(moves.gained, "item"),
                        moves.lost);
  }
  text += "\n";
  const auto add = [&](const char* title, const std::vector<Move>& list) {
    for (const auto& move : list) {
      const auto change =
          fmt::format("{}  {} to {}", title, rounded(move.before), rounded(move.after));
      text += move_line(change, move, 0, width) + move_line(move.item, move, 1, width);
    }
  };
  if (order == MovedOrder::kWorseFirst) add("worse ", moves.worse);
  add("better", moves.better);
  if (order == MovedOrder::kBetterFirst) add("worse ", moves.worse);
  return text;
}

std::string moves_text(const Moves& moves, const Comparison& comparison, std::size_t width) {
  return fmt::format("{}: items that moved most, {}", moves.dataset,
                     moved_items(moves, label(comparison, 1), MovedOrder::kBetterFirst, width));
}

std::string comparison_notes(const Comparison& comparison) {
  std::string notes = fmt::format(
      "p: two-sided, Holm's correction over {} hypothes{}; intervals: 95%, uncorrected; "
      "effect: in standard deviations of an item; {} replicates\n",
      comparison.hypotheses, comparison.hypotheses == 1 ? "is" : "es", comparison.replicates);
  if (!comparison.standings.empty()) {
    notes +=
        "best: no other subject is significantly better. A place goes from 1 + how many are "
        "significantly better to all less those significantly worse\n";
  }
  if (has_lower(comparison)) notes += "↓: lower is better\n";
  notes += partial_note(comparison);
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
    constexpr double kMost = 1e6;
    return check.items_needed < kMost ? fmt::format("needs about {:.0f} items", check.items_needed)
                                      : "as large as `smallest`: more items won't help";
  }
  if (!check.reason.empty()) return check.reason;
  if (!std::isnan(check.detectable)) return "would find " + rounded(check.detectable);
  return "";
}

std::string better_subject(const Comparison& comparison, const Difference& d) {
  if (!d.undefined.empty()) return "no test";
  if (d.better == Better::kNeither) return "-";
  if (!(d.p_holm < kSignificant)) return "can't tell";
  const bool second = (d.value > 0) != (d.better == Better::kLower);
  return label(comparison, second ? d.second : d.first);
}

std::string better_text(Better better) {
  if (better == Better::kNeither) return "neither";
  return better == Better::kHigher ? "higher" : "lower";
}

}  // namespace sonde
