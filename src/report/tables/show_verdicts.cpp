#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "report/first_sentences.h"
#include "report/number_format.h"
#include "report/text_table.h"
#include "report/verdict_text.h"
#include "sonde/report.h"

namespace sonde {
namespace {

std::string state_text(CellState state) {
  constexpr std::array kStates{"", "undefined", "not supported", "not measured"};
  return kStates[static_cast<std::size_t>(state)];
}

std::string cell_text(const OverviewQuestion& question, const MatrixCell& cell, std::size_t subject,
                      bool with_interval) {
  if (cell.state != CellState::kValue) return state_text(cell.state);
  const Result& result = question.results[subject];
  std::string text = value_text(question.of, result.value);
  if (with_interval && !std::isnan(result.low)) {
    const auto end = [&](double value) {
      return question.of.is_share ? percent_number(value) : decimal(value, 2);
    };
    text += fmt::format(" [{}, {}]", end(result.low), end(result.high));
  }
  return fmt::format("{} {}", text, form_of(cell.level).sign);
}

Tone tone_of(const MatrixCell& cell) {
  if (cell.state != CellState::kValue) return Tone::kPlain;
  switch (cell.level) {
    case Level::kGood:
      return Tone::kGood;
    case Level::kBetter:
      return Tone::kFair;
    case Level::kNoBetter:
    case Level::kAtChance:
      return Tone::kPoor;
    case Level::kWorse:
      return Tone::kBad;
    case Level::kCannotTell:
    case Level::kUndecided:
      break;
  }
  return Tone::kPlain;
}

// Questions that so many items would decide.
struct NeededItems {
  double items;
  std::vector<std::string> questions;
};

void add_needed(std::vector<NeededItems>& all, double items, std::string question) {
  const auto at = std::ranges::find(all, items, &NeededItems::items);
  if (at == all.end()) return all.push_back({items, {std::move(question)}});
  at->questions.push_back(std::move(question));
}

// "minilm: about 12 for query and another name, query and another noun"
std::string needed_line(const Overview& overview, const VerdictMatrix& matrix,
                        std::size_t subject) {
  std::vector<NeededItems> all;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    const MatrixCell& cell = matrix.cells[i][subject];
    if (cell.state != CellState::kValue || cell.level != Level::kCannotTell) continue;
    if (std::isnan(cell.needed)) continue;
    add_needed(all, cell.needed, row_name(overview, matrix.rows[i]));
  }
  std::ranges::stable_sort(all, {}, &NeededItems::items);
  std::vector<std::string> parts;
  for (const auto& [items, questions] : all) {
    const bool has_commas = std::ranges::any_of(
        questions, [](const std::string& one) { return one.find(", ") != one.npos; });
    parts.push_back(
        fmt::format("about {:.0f} for {}", items, fmt::join(questions, has_commas ? "; " : ", ")));
  }
  if (parts.empty()) return "";
  return fmt::format("  {}: {}", overview.subjects[subject].label, fmt::join(parts, "; "));
}

// The items needed, for the values of encoders that are indistinguishable from chance: a title, and
// a line per encoder.
std::vector<std::string> needed_items(const Overview& overview, const VerdictMatrix& matrix) {
  std::vector<std::string> lines;
  for (const auto subject : matrix.subjects) {
    if (matrix.is_baseline[subject]) continue;
    if (auto line = needed_line(overview, matrix, subject); !line.empty()) {
      lines.push_back(std::move(line));
    }
  }
  if (!lines.empty()) lines.insert(lines.begin(), "? Items that would decide (power 80%):");
  return lines;
}

std::string legend(const VerdictMatrix& matrix) {
  std::set<Level> used;
  for (const auto& row : matrix.cells) {
    for (const auto& cell : row) {
      if (cell.state == CellState::kValue) used.insert(cell.level);
    }
  }
  std::string text;
  for (const Level level : used) {
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : "  ", form_of(level).sign, form_of(level).words);
  }
  return text;
}

TextTable matrix_table(const Overview& overview, const VerdictMatrix& matrix, bool with_intervals) {
  const std::string language = matrix.language.empty() ? "" : " (" + matrix.language + ")";
  TextTable table{"verdicts" + language, {"question", "counting words"}, {}, 1};
  for (const auto subject : matrix.subjects) {
    table.header.push_back(overview.subjects[subject].label);
  }
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    const auto& question = question_of(overview, matrix.rows[i]);
    std::vector<std::string> row{row_name(overview, matrix.rows[i]),
                                 value_text(question.of, question.counting_words.value)};
    std::vector<Tone> tones(row.size(), Tone::kPlain);
    for (const auto subject : matrix.subjects) {
      const MatrixCell& cell = matrix.cells[i][subject];
      row.push_back(cell_text(question, cell, subject, with_intervals));
      tones.push_back(tone_of(cell));
    }
    table.rows.push_back(std::move(row));
    table.tones.push_back(std::move(tones));
  }
  return table;
}

std::string matrix_text(const Overview& overview, const VerdictMatrix& matrix,
                        std::string_view format) {
  TextTable table = matrix_table(overview, matrix, true);
  if (format == "text" && !fits(table)) table = matrix_table(overview, matrix, false);
  const auto line = [&](const std::string& text) {
    return (format == "text" ? wrapped(text) : text) + "\n";
  };
  std::string notes = line(legend(matrix));
  const Answer answer = answer_of(overview, matrix);
  const std::string result = answer.result + (answer.details.empty() ? "" : " " + answer.details);
  for (const auto& sentence : {result, answer.advice, answer.limits}) {
    if (!sentence.empty()) notes += line(sentence);
  }
  for (const auto& needed : needed_items(overview, matrix)) {
    notes += (format == "text" ? wrapped(needed, 4) : needed) + "\n";
  }
  return render(table, format) + "\n" + render_notes(notes, format);
}

}  // namespace

std::string show_verdicts(const Overview& overview, std::string_view format) {
  std::string text;
  for (const auto& matrix : verdict_matrices(overview)) {
    text += (text.empty() ? "" : "\n") + matrix_text(overview, matrix, format);
  }
  return text;
}

}  // namespace sonde
