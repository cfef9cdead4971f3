#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <sstream>

#include "base/names.h"
#include "report/number_format.h"
#include "report/tables/comparison.h"
#include "sonde/report.h"
#include "text/unicode.h"

namespace sonde {
namespace {

struct WidestTable {
  TextTable table;
  std::string note{};  // names what did not fit
};

// The table with as much as fits.
WidestTable widest_table(const Comparison& comparison, bool text) {
  if (comparison.subjects.size() > 2) {
    const TextTable whole = standing_table(comparison, true);
    return {text && !fits(whole) ? standing_table(comparison, false) : whole};
  }
  const TextTable whole = difference_table(comparison, kFurtherColumns);
  std::size_t further = kFurtherColumns;
  while (text && further > 0 && !fits(difference_table(comparison, further))) --further;
  if (further == kFurtherColumns) return {whole};
  const std::span dropped(
      whole.header.end() - static_cast<std::ptrdiff_t>(kFurtherColumns - further),
      whole.header.end());
  return {
      difference_table(comparison, further),
      fmt::format("too wide to show: {} (COLUMNS, or --format csv)\n", fmt::join(dropped, ", "))};
}

std::string wrapped_lines(const std::string& lines) {
  std::istringstream in(lines);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    out += (display_width(line) > text_width() ? wrapped(line) : line) + "\n";
  }
  return out;
}

std::string comparison_tables(const Comparison& comparison, std::string_view format) {
  const bool text = format == "text";
  const auto [table, left_out] = widest_table(comparison, text);
  std::string out = render(table, format) + "\n";
  for (const auto& moves : comparison.moves) {
    const auto lines = moves_text(moves, comparison, text ? text_width() : SIZE_MAX);
    out += render_notes(text ? wrapped_lines(lines) : lines, format) + "\n";
  }
  if (!comparison.correlations.empty()) {
    out += render(correlation_table(comparison), format) + "\n";
  }
  const std::string notes = left_out + comparison_notes(comparison);
  return out + render_notes(text ? wrapped_lines(notes) : notes, format);
}

// Texts of the difference's data set that a subject cut.
std::size_t count_cut(const Comparison& comparison, const Difference& of, std::size_t subject) {
  for (const auto& task : comparison.tasks) {
    if (task.probe == of.probe && task.dataset == of.dataset) return task.cut[subject];
  }
  return 0;
}

std::string comparison_csv(const Comparison& comparison, std::string_view) {
  std::string out = csv_line(
      {"probe",        "dataset",    "slice",   "name", "first",    "second",  "first_value",
       "second_value", "difference", "low",     "high", "error",    "effect",  "p",
       "p_holm",       "direction",  "verdict", "n",    "left_out", "partial", "first_cut",
       "second_cut"});
  for (const auto& d : comparison.differences) {
    out += csv_line({d.probe,
                     d.dataset,
                     d.slice,
                     d.name,
                     comparison.subjects[d.first].label,
                     comparison.subjects[d.second].label,
                     exact(d.first_value),
                     exact(d.second_value),
                     exact(d.value),
                     exact(d.low),
                     exact(d.high),
                     exact(d.error),
                     exact(d.effect),
                     exact(d.p),
                     exact(d.p_holm),
                     better_text(d.better),
                     better_subject(comparison, d),
                     std::to_string(d.n),
                     std::to_string(d.left_out),
                     std::string(csv_truth(is_partial(comparison, d.probe, d.dataset))),
                     std::to_string(count_cut(comparison, d, d.first)),
                     std::to_string(count_cut(comparison, d, d.second))});
  }
  return out;
}

// Verdicts that need attention come first.
std::vector<GateCheck> by_verdict(const CheckReport& report) {
  std::vector<GateCheck> checks;
  for (const auto verdict : {Verdict::kFail, Verdict::kCannotTell, Verdict::kPass}) {
    std::ranges::copy_if(report.checks, std::back_inserter(checks),
                         [&](const GateCheck& check) { return check.verdict == verdict; });
  }
  return checks;
}

void erase_column(TextTable& table, std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(column);
  table.header.erase(table.header.begin() + at);
  for (auto& row : table.rows) row.erase(row.begin() + at);
  for (auto& row : table.tones) row.pop_back();  // only the first cell has a tone
  if (column < table.left_columns) --table.left_columns;
}

std::size_t place_of(const TextTable& table, const std::string& column) {
  return static_cast<std::size_t>(std::ranges::find(table.header, column) - table.header.begin());
}

// Moves a column with the same text in all rows to the title.
void move_to_title(TextTable& table, const std::string& column) {
  const std::size_t at = place_of(table, column);
  if (at == table.header.size()) return;
  const auto& first = table.rows.front()[at];
  const bool same =
      std::ranges::all_of(table.rows, [&](const auto& row) { return row[at] == first; });
  if (!same || first.empty()) return;
  table.title += ", " + column + " " + first;
  erase_column(table, at);
}

// Gates that only set bounds leave most columns empty.
void drop_empty_columns(TextTable& table) {
  for (std::size_t column = table.header.size(); column-- > 0;) {
    const bool is_empty =
        std::ranges::all_of(table.rows, [&](const auto& row) { return row[column].empty(); });
    if (is_empty) erase_column(table, column);
  }
}

// For a terminal that is too narrow: data set and result in one column, and no further columns.
void make_narrow(TextTable& table) {
  const std::size_t dataset = place_of(table, "data set"), result = place_of(table, "result");
  if (std::max(dataset, result) < table.header.size()) {
    for (auto& row : table.rows) {
      row[result] = row[result].empty() ? row[dataset] : row[dataset] + ": " + row[result];
    }
    erase_column(table, dataset);
  }
  move_to_title(table, "asked");
  for (const char* further : {"probe", "base", "n"}) {
    if (const auto at = place_of(table, further); at < table.header.size()) erase_column(table, at);
  }
}

Tone tone_of(Verdict verdict) {
  if (verdict == Verdict::kCannotTell) return Tone::kPoor;
  return verdict == Verdict::kPass ? Tone::kGood : Tone::kBad;
}

// The cells of a check, in check_table's columns.
std::vector<std::string> check_row(const GateCheck& check) {
  const std::string slice = check.slice == "all" ? "" : " " + check.slice;
  const auto or_blank = [](double value) { return std::isnan(value) ? "" : rounded(value); };
  const std::string difference =
      std::isnan(check.difference) ? "" : with_sign(check.difference, check.low, check.high);
  return {verdict_text(check.verdict),
          check.subject,
          check.probe,
          marked(check.dataset, check.partial),
          check.name + slice,
          check.asked,
          or_blank(check.base),
          or_blank(check.value),
          difference,
          std::isnan(check.p_holm) ? "" : p_value(check.p_holm),
          check.n > 0 ? std::to_string(check.n) : "",
          check_remark(check)};
}

TextTable check_table(const CheckReport& report, bool is_text) {
  TextTable table{checked_pair(report),
                  {"verdict", "subject", "probe", "data set", "result", "asked", "base", "now",
                   "difference", "p (Holm)", "n", "remark"},
                  {},
                  6};
  for (const auto& check : by_verdict(report)) {
    table.rows.push_back(check_row(check));
    table.tones.emplace_back(table.header.size(), Tone::kPlain);
    table.tones.back().front() = tone_of(check.verdict);
  }
  if (table.rows.empty()) return table;
  move_to_title(table, "subject");
  move_to_title(table, "probe");
  drop_empty_columns(table);
  if (!is_text || fits(table)) return table;
  constexpr std::size_t kNarrowTerminal = 80;
  TextTable narrow = table;
  make_narrow(narrow);
  return fits(narrow) || text_width() < kNarrowTerminal ? narrow : table;
}

std::string check_tables(const CheckReport& report, std::string_view format) {
  std::string notes;
  if (report.hypotheses > 0) {
    notes += fmt::format(
        "p: one-sided, worse by more than is allowed; Holm's correction over {}; intervals: 95%, "
        "each by itself\n",
        report.hypotheses);
  }
  for (const auto& note : report.notes) notes += note + "\n";
  const std::string verdict = render_notes(
      "verdict: " + verdict_text(report.verdict) +
          (report.strict && report.verdict == Verdict::kCannotTell ? " (fails: strict)" : ""),
      format);
  return render(check_table(report, format == "text"), format) + "\n" +
         render_notes(notes, format) +
         (format == "text" ? toned(verdict, tone_of(report.verdict)) : verdict);
}

std::string check_csv(const CheckReport& report, std::string_view) {
  std::string out =
      csv_line({"verdict",    "subject", "probe",   "dataset",    "slice",        "name",
                "asked",      "base",    "value",   "difference", "low",          "high",
                "smallest",   "p",       "p_holm",  "detectable", "items_needed", "n",
                "unanswered", "reason",  "partial", "cut"});
  for (const auto& c : report.checks) {
    out += csv_line({verdict_text(c.verdict),
                     c.subject,
                     c.probe,
                     c.dataset,
                     c.slice,
                     c.name,
                     c.asked,
                     exact(c.base),
                     exact(c.value),
                     exact(c.difference),
                     exact(c.low),
                     exact(c.high),
                     exact(c.smallest),
                     exact(c.p),
                     exact(c.p_holm),
                     exact(c.detectable),
                     exact(c.items_needed),
                     std::to_string(c.n),
                     std::to_string(c.unanswered),
                     c.reason,
                     std::string(csv_truth(c.partial)),
                     std::to_string(c.cut)});
  }
  return out;
}

struct ComparisonFormat {
  std::string_view name;
  std::string (*comparison)(const Comparison&, std::string_view);
  std::string (*check)(const CheckReport&, std::string_view);
};
constexpr std::array kComparisonFormats{
    ComparisonFormat{"text", comparison_tables, check_tables},
    ComparisonFormat{"md", comparison_tables, check_tables},
    ComparisonFormat{"tex", comparison_tables, check_tables},
    ComparisonFormat{"csv", comparison_csv, check_csv},
    ComparisonFormat{"json",
                     [](const Comparison& c, std::string_view) { return comparison_json(c); },
                     [](const CheckReport& r, std::string_view) { return check_json(r); }}};

}  // namespace

std::string checked_pair(const CheckReport& report) {
  return report.base.empty() ? report.run : report.run + " against " + report.base;
}

std::string show_comparison(const Comparison& comparison, std::string_view format) {
  return find_row(kComparisonFormats, "format", format).comparison(comparison, format);
}

std::string show_check(const CheckReport& report, std::string_view format) {
  return find_row(kComparisonFormats, "format", format).check(report, format);
}

}  // namespace sonde
