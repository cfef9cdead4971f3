#include "report/cells.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

#include "sonde/subject.h"

namespace sonde {
namespace {

constexpr double kGoodFrom = .75;

Level level_of(const Evidence& of, const Result& result, double position) {
  if (std::isnan(position)) return Level::kNone;
  if (!std::isnan(of.chance) && !std::isnan(result.low)) {
    if (result.low <= of.chance && of.chance <= result.high) return Level::kChance;
  }
  if (position < 0) return Level::kBelow;
  return position >= kGoodFrom ? Level::kGood : Level::kPartly;
}

CellEvidence weighed(std::size_t task, const Evidence& of, const Result& result) {
  const double chance = std::isnan(of.chance) ? 0 : of.chance;
  const double position = (result.value - chance) / (of.best - chance);
  return {task, &of, &result, level_of(of, result, position), position};
}

bool counts_for(const Evidence& of, const TaskFacts& task) {
  if (of.setting.empty()) return true;
  const Spec spec = parse_spec(task.probe);
  const std::string key(of.setting);
  if (const auto option = spec.options.find(key); option != spec.options.end())
    return option->second == of.is;
  const auto setting = task.settings.find(key);
  return setting != task.settings.end() && setting->second == of.is;
}

// Those of a column, in the order that the probe names them.
std::vector<CellEvidence> evidence_of(const Overview& overview, const std::string& subject,
                                      const MatrixColumn& column) {
  std::vector<CellEvidence> found;
  for (std::size_t number = 0; number < overview.tasks.size(); ++number) {
    const OverviewTask& task = overview.tasks[number];
    if (!column.takes(task.facts.language)) continue;
    for (const auto& of : task.shown.evidence) {
      if (of.capability != column.capability->name || !counts_for(of, task.facts)) continue;
      for (const auto& result : task.results) {
        const bool is_it =
            result.subject == subject && result.name == of.result && result.slice == of.slice;
        if (is_it) found.push_back(weighed(number, of, result));
      }
    }
  }
  std::ranges::stable_partition(found, [](const auto& one) { return !std::isnan(one.position); });
  return found;
}

std::string reasons(const Result& result) {
  std::string text;
  for (const auto& [why, count] : result.why) text += (text.empty() ? "" : "; ") + why;
  return text;
}

void judge(MatrixCell& cell, bool has_vectors) {
  if (cell.evidence.empty()) {
    cell.why = "no data set of this run asks for it";
    return;
  }
  const auto& first = cell.evidence.front();
  if (!std::isnan(first.position)) {
    cell.state = CellState::kValue;
    return;
  }
  cell.why = reasons(*first.result);
  const bool lacks_vectors = !has_vectors && cell.why.find("needs vectors") != cell.why.npos;
  cell.state = lacks_vectors ? CellState::kUnsupported : CellState::kUndefined;
  if (cell.why.empty()) cell.why = "the result is undefined";
}

std::string in_words(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string language_note(const MatrixColumn& column) {
  return column.language.empty() ? "" : " in " + column.language;
}

// A cell with a value, and what it is a cell of.
struct Judged {
  const MatrixCell* cell;
  const MatrixColumn* column;
  const CellEvidence& first() const { return cell->evidence.front(); }
};

std::vector<std::string> say(const std::vector<Judged>& cells, bool can) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> parts;
  for (const auto& one : cells) {
    if (parts.size() == kMost) break;
    const Capability& of = *one.column->capability;
    parts.push_back(std::string(can ? of.can : of.cannot) + language_note(*one.column) + " (" +
                    told(one.first()) + ")");
  }
  return parts;
}

// "Negation" as it stands within a sentence.
std::string in_sentence(const MatrixColumn& column) {
  std::string title(column.capability->title);
  title[0] = static_cast<char>(std::tolower(title[0]));
  return title + language_note(column);
}

// The cells of a subject, best first.
struct Ranked {
  std::vector<Judged> good, partly, chance, below;
};

std::string at_chance(const std::vector<Judged>& cells) {
  std::vector<std::string> titles;
  for (const auto& one : cells) titles.push_back(in_sentence(*one.column));
  return "can't be told from chance at " + in_words(titles);
}

std::string verdict_text(const std::string& subject, const Ranked& of) {
  std::vector<std::string> sentences;
  if (!of.good.empty()) {
    sentences.push_back(in_words(say(of.good, true)));
  } else if (!of.partly.empty()) {
    sentences.push_back("at its best " + in_words(say({of.partly.front()}, true)));
  }
  if (!of.below.empty()) sentences.push_back(in_words(say(of.below, false)));
  if (!of.chance.empty())
    sentences.push_back(sentences.empty() ? "can't be told from chance in anything that was asked"
                                          : at_chance(of.chance));
  if (of.below.empty() && of.chance.empty() && !of.good.empty() && !of.partly.empty())
    sentences.push_back("least of all " + in_words(say({of.partly.back()}, true)));
  if (sentences.empty()) return "Nothing could be measured of " + subject + ".";
  std::string text;
  for (const auto& sentence : sentences)
    text += (text.empty() ? subject + " " : " It ") + sentence + ".";
  return text;
}

// The item with the greatest score, or with sign -1 the least; none where all are undefined.
std::optional<VerdictExample> example(const Overview& overview, std::size_t subject,
                                      const Judged& of, bool best) {
  const OverviewTask& task = overview.tasks[of.first().task];
  const auto& scores = task.scores.of[subject];
  std::size_t found = scores.size();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) continue;
    const bool further =
        found == scores.size() || (best ? scores[i] > scores[found] : scores[i] < scores[found]);
    if (further) found = i;
  }
  if (found == scores.size()) return std::nullopt;
  const bool passes =
      std::isnan(task.scores.passes_above) ? best : scores[found] > task.scores.passes_above;
  return VerdictExample{
      of.first().task, found, passes,
      std::string(best ? "at its best" : "at its worst") + " in " + task.facts.dataset};
}

SubjectVerdict verdict(const Overview& overview, std::size_t subject, std::vector<Judged> cells) {
  std::ranges::stable_sort(cells, std::greater{},
                           [](const Judged& one) { return one.first().position; });
  Ranked ranked;
  for (const auto& one : cells) {
    const std::array places{&ranked.good, &ranked.partly, &ranked.chance, &ranked.below};
    places[static_cast<std::size_t>(one.first().level)]->push_back(one);
  }
  std::ranges::reverse(ranked.below);  // the worst first
  SubjectVerdict said{subject, verdict_text(overview.subjects[subject].label, ranked)};
  if (cells.empty()) return said;
  if (auto one = example(overview, subject, cells.front(), true)) said.examples.push_back(*one);
  if (auto one = example(overview, subject, cells.back(), false)) said.examples.push_back(*one);
  return said;
}

}  // namespace

std::vector<MatrixColumn> matrix_columns(const Overview& overview) {
  std::vector<std::string> languages;
  for (const auto& task : overview.tasks) {
    const auto& language = task.facts.language;
    if (language.empty() || std::ranges::find(languages, language) != languages.end()) continue;
    languages.push_back(language);
  }
  std::vector<MatrixColumn> columns;
  for (const auto& capability : capabilities()) {
    if (languages.size() < 2) {
      columns.push_back({&capability, {}});
      continue;
    }
    for (const auto& language : languages) {
      const MatrixColumn column{&capability, language};
      const bool is_asked = std::ranges::any_of(overview.subjects, [&](const auto& subject) {
        return !evidence_of(overview, subject.label, column).empty();
      });
      if (is_asked || language == languages.front()) columns.push_back(column);
    }
  }
  return columns;
}

std::vector<MatrixCell> matrix_cells(const Overview& overview,
                                     const std::vector<MatrixColumn>& columns) {
  std::vector<MatrixCell> cells;
  for (std::size_t subject = 0; subject < overview.subjects.size(); ++subject) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      MatrixCell cell{subject, column};
      cell.evidence = evidence_of(overview, overview.subjects[subject].label, columns[column]);
      judge(cell, overview.subjects[subject].facts.has_vectors);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

std::string told(const CellEvidence& evidence) {
  const double value = evidence.result->value;
  if (evidence.of->is_share) return std::to_string(std::lround(100 * value)) + " of 100";
  std::string text = std::to_string(std::round(100 * value) / 100);
  text.resize(text.find('.') + 3);
  return text;
}

std::vector<SubjectVerdict> subject_verdicts(const Overview& overview,
                                             const std::vector<MatrixColumn>& columns,
                                             const std::vector<MatrixCell>& cells) {
  std::vector<SubjectVerdict> verdicts;
  for (std::size_t subject = 0; subject < overview.subjects.size(); ++subject) {
    std::vector<Judged> judged;
    for (const auto& cell : cells) {
      if (cell.subject == subject && cell.state == CellState::kValue)
        judged.push_back({&cell, &columns[cell.column]});
    }
    verdicts.push_back(verdict(overview, subject, std::move(judged)));
  }
  return verdicts;
}

}  // namespace sonde
