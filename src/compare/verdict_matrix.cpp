#include "compare/verdict_matrix.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "base/nan.h"
#include "compare/baselines.h"
#include "compare/paired_results.h"
#include "run/tasks/derived.h"
#include "sonde/subject.h"
#include "statistics/resampling/holm_correction.h"

namespace sonde {
namespace {

std::string reasons(const Result& result) {
  std::string text;
  for (const auto& [why, count] : result.why) text += (text.empty() ? "" : "; ") + why;
  return text.empty() ? "the result is undefined" : text;
}

bool is_learned(const SubjectFacts& facts) {
  return !facts.spec.empty() && is_derived(parse_spec(facts.spec));
}

class Building {
 public:
  explicit Building(const Overview& overview) : overview_(overview) {}

  std::vector<VerdictMatrix> go() {
    for (const auto& subject : overview_.subjects) {
      found_.is_baseline.push_back(is_baseline(subject.facts));
    }
    add_rows();
    for (const auto& row : found_.rows) found_.cells.push_back(states(row));
    for (std::size_t i = 0; i < overview_.subjects.size(); ++i) judge(i);
    for (std::size_t row = 0; row < found_.rows.size(); ++row) {
      found_.rows[row].beats_counting = std::ranges::any_of(found_.cells[row], passes);
    }
    compare();
    std::vector<VerdictMatrix> by_language;
    for (const auto& language : languages()) by_language.push_back(of_language(language));
    return by_language;
  }

 private:
  const OverviewQuestion& question(std::size_t row) const {
    return question_of(overview_, found_.rows[row]);
  }

  const std::string& language(const MatrixRow& row) const {
    return overview_.tasks[row.task].facts.language;
  }

  std::set<std::string> languages() const {
    std::set<std::string> names;
    for (const auto& row : found_.rows) names.insert(language(row));
    if (names.size() > 1) names.erase("");
    return names;
  }

  // The rows of a language, and those of none.
  VerdictMatrix of_language(const std::string& name) const {
    VerdictMatrix part;
    part.language = name;
    part.is_baseline = found_.is_baseline;
    std::vector<std::size_t> places(found_.rows.size(), SIZE_MAX);
    for (std::size_t row = 0; row < found_.rows.size(); ++row) {
      const auto& of = language(found_.rows[row]);
      if (of != name && !of.empty()) continue;
      places[row] = part.rows.size();
      part.rows.push_back(found_.rows[row]);
      part.cells.push_back(found_.cells[row]);
    }
    for (auto one : found_.differences) {
      if (places[one.row] == SIZE_MAX) continue;
      one.row = places[one.row];
      part.differences.push_back(one);
    }
    part.subjects = best_first(part);
    return part;
  }

  void add_rows() {
    for (const auto& capability : capabilities()) {
      for (std::size_t task = 0; task < overview_.tasks.size(); ++task) {
        const auto& questions = overview_.tasks[task].questions;
        for (std::size_t i = 0; i < questions.size(); ++i) {
          if (questions[i].of.capability == capability.name && is_asked(questions[i])) {
            found_.rows.push_back({task, i, &capability});
          }
        }
      }
    }
    const auto facts = [&](const MatrixRow& row) -> const TaskFacts& {
      return overview_.tasks[row.task].facts;
    };
    const auto place = [&](const MatrixRow& row) {
      return std::tuple(row.capability, question_of(overview_, row).of.title, facts(row).language,
                        facts(row).dataset, facts(row).probe);
    };
    std::ranges::stable_sort(found_.rows, {}, place);
    for (auto& row : found_.rows) {
      row.names_dataset =
          std::ranges::count_if(found_.rows, [&](const MatrixRow& other) {
            return other.capability == row.capability &&
                   question_of(overview_, other).of.title == question_of(overview_, row).of.title &&
                   facts(other).language == facts(row).language;
          }) > 1;
    }
  }

  // Whether the data have items that a question is about: they may have no variant of a kind.
  static bool is_asked(const OverviewQuestion& asked) {
    const auto has_items = [](const Result& result) { return result.n > 0; };
    const bool counts_none = asked.counting_words.n == 0 && asked.counting_words.left_out > 0;
    return !counts_none || std::ranges::any_of(asked.results, has_items);
  }

  std::vector<MatrixCell> states(const MatrixRow& row) const {
    std::vector<MatrixCell> cells(overview_.subjects.size());
    const auto& task = overview_.tasks[row.task];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Result& result = question_of(overview_, row).results[i];
      if (!std::isnan(result.value)) {
        cells[i].state = CellState::kValue;
      } else if (result.n == 0 && result.left_out == 0 && !task.values[i]) {
        cells[i].why = is_learned(overview_.subjects[i].facts)
                           ? "learned from human ratings, which this data set doesn't have"
                           : "not measured on this data set";
      } else {
        cells[i].why = reasons(result);
        const bool lacks_vectors = !overview_.subjects[i].facts.has_vectors &&
                                   cells[i].why.find("needs vectors") != std::string::npos;
        cells[i].state = lacks_vectors ? CellState::kUnsupported : CellState::kUndefined;
      }
    }
    return cells;
  }

  // Levels of all cells of a subject, whose tests are corrected for their number.
  void judge(std::size_t subject) {
    std::vector<double> p;
    for (std::size_t row = 0; row < found_.rows.size(); ++row) {
      const bool has_value = found_.cells[row][subject].state == CellState::kValue;
      const auto& asked = question(row);
      p.push_back(has_value ? p_of_chance(asked.of, asked.results[subject]) : kNaN);
    }
    const auto tests = p.size() - static_cast<std::size_t>(std::ranges::count_if(
                                      p, [](double one) { return std::isnan(one); }));
    p = holm(p);
    for (std::size_t row = 0; row < found_.rows.size(); ++row) {
      MatrixCell& cell = found_.cells[row][subject];
      if (cell.state != CellState::kValue) continue;
      const auto& of = question(row).of;
      const Result& result = question(row).results[subject];
      cell.position = position_of(of, result);
      cell.level = level_of(question(row), subject, p[row], cell.position);
      if (cell.level == Level::kCannotTell) cell.needed = items_to_tell(of, result, tests);
    }
  }

  // Pairs of encoders are one family of tests, pairs with a baseline another.
  void compare() {
    std::vector<double> p;
    for (std::size_t row = 0; row < found_.rows.size(); ++row) {
      for (std::size_t a = 0; a < overview_.subjects.size(); ++a) {
        for (std::size_t b = a + 1; b < overview_.subjects.size(); ++b) {
          if (const auto found = difference(row, a, b)) {
            found_.differences.push_back(found->first);
            p.push_back(found->second);
          }
        }
      }
    }
    correct(p, false);
    correct(p, true);
    for (std::size_t row = 0; row < found_.rows.size(); ++row) mark_best(row);
  }

  void correct(std::vector<double> p, bool with_baseline) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (found_.differences[i].with_baseline != with_baseline)
        p[i] = kNaN;  // holm() leaves it out
    }
    p = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (found_.differences[i].with_baseline == with_baseline) found_.differences[i].p_holm = p[i];
    }
  }

  std::optional<std::pair<MatrixDifference, double>> difference(std::size_t row, std::size_t a,
                                                                std::size_t b) const {
    const auto& results = question(row).results;
    if (std::isnan(results[a].value) || std::isnan(results[b].value)) return std::nullopt;
    const auto pair = paired_results(results[b], results[a]);
    if (!pair.difference.testable()) return std::nullopt;
    const auto interval = paired_interval(pair.difference);
    MatrixDifference found{row, a, b, found_.is_baseline[a] || found_.is_baseline[b]};
    found.value = results[a].value - results[b].value;
    found.low = interval.low;
    found.high = interval.high;
    return std::pair(found, two_sided_p(pair.difference));
  }

  // The encoders, without baselines, that have a value on a row.
  std::vector<std::size_t> ranked_on(std::size_t row) const {
    const auto& results = question(row).results;
    std::vector<std::size_t> ranked;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!found_.is_baseline[i] && !std::isnan(results[i].value)) ranked.push_back(i);
    }
    return ranked;
  }

  void mark_best(std::size_t row) {
    const auto& results = question(row).results;
    const auto candidates = ranked_on(row);
    if (candidates.size() < 2) return;
    for (const auto i : candidates) found_.cells[row][i].is_best = true;
    const std::size_t best = std::ranges::min(candidates, {}, [&](std::size_t i) {
      return std::pair(-results[i].value, overview_.subjects[i].label);
    });
    std::set<std::size_t> untested(candidates.begin(), candidates.end());
    for (const auto& one : found_.differences) {
      if (one.row != row || one.with_baseline || (one.first != best && one.second != best))
        continue;
      const std::size_t other = one.first == best ? one.second : one.first;
      untested.erase(other);
      if (one.p_holm < kSignificant) found_.cells[row][other].is_best = false;
    }
    unmark_separate(row, best, untested);
  }

  // Without a test against the best, as on other items, the intervals decide.
  void unmark_separate(std::size_t row, std::size_t best, const std::set<std::size_t>& untested) {
    const auto& results = question(row).results;
    for (const auto i : untested) {
      if (results[i].high < results[best].low) found_.cells[row][i].is_best = false;
    }
  }

  // The order is by rows passed, then by mean position, then by name.
  std::vector<std::size_t> best_first(const VerdictMatrix& matrix) const {
    const auto place = [&](std::size_t subject) {
      std::size_t passed = 0, count = 0;
      double sum = 0;
      for (const auto& row : matrix.cells) {
        if (row[subject].state != CellState::kValue) continue;
        passed += passes(row[subject]) ? 1U : 0U;
        sum += row[subject].position;
        ++count;
      }
      const double mean = count == 0 ? -1 : std::round(sum / static_cast<double>(count) * 1e9);
      return std::tuple(static_cast<bool>(found_.is_baseline[subject]), ~passed, -mean,
                        overview_.subjects[subject].label);
    };
    std::vector<std::size_t> subjects;
    for (std::size_t i = 0; i < overview_.subjects.size(); ++i) subjects.push_back(i);
    std::ranges::sort(subjects, {}, place);
    return subjects;
  }

  const Overview& overview_;
  VerdictMatrix found_;
};

}  // namespace

std::vector<VerdictMatrix> verdict_matrices(const Overview& overview) {
  return Building(overview).go();
}

const OverviewQuestion& question_of(const Overview& overview, const MatrixRow& row) {
  return overview.tasks[row.task].questions[row.question];
}

bool passes(const MatrixCell& cell) {
  return cell.state == CellState::kValue &&
         (cell.level == Level::kGood || cell.level == Level::kBetter);
}

}  // namespace sonde
