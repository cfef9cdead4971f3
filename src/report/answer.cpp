#include "report/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <ranges>
#include <set>

#include "base/nan.h"

namespace sonde {
namespace {

constexpr double kSignificant = .05;
const std::string kOneQuestion = "the one question";

// Separated by commas, or by semicolons if a part has an "and".
std::string list(const std::vector<std::string>& parts, std::string_view last = "and") {
  const bool nested = parts.size() > 1 && std::ranges::any_of(parts, [&](const auto& part) {
                        return part.find(fmt::format(" {} ", last)) != std::string::npos;
                      });
  const std::string_view comma = nested ? "; " : ", ";
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i > 0 && i + 1 == parts.size();
    if (i > 0 && (nested || !is_last)) text += comma;
    if (is_last) text += fmt::format("{}{} ", nested ? "" : " ", last);
    text += parts[i];
  }
  return text;
}

std::string lower_first(std::string_view title) {
  std::string text(title);
  text[0] = static_cast<char>(std::tolower(text[0]));
  return text;
}

// The weakest first.
int strength(const MatrixCell& cell) {
  constexpr std::array kOrder{Level::kWorse,      Level::kAtChance,  Level::kNoBetter,
                              Level::kCannotTell, Level::kUndecided, Level::kBetter,
                              Level::kGood};
  return static_cast<int>(std::ranges::find(kOrder, cell.level) - kOrder.begin());
}

class Answering {
 public:
  Answering(const Overview& overview, const VerdictMatrix& matrix)
      : overview_(overview), matrix_(matrix) {
    for (const auto subject : matrix.subjects) {
      if (!matrix.is_baseline[subject] && has_value(subject)) subjects_.push_back(subject);
    }
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
      if (is_compared(row)) compared_.push_back(row);
    }
  }

  Answer go() const {
    if (subjects_.empty() || matrix_.rows.empty()) return {};
    if (subjects_.size() == 1) {
      return {subject_summary(overview_, matrix_, subjects_.front()), "", sample_limit()};
    }
    if (compared_.empty()) {
      return {"No two of " + names(subjects_) + " were measured on the same question.", "",
              sample_limit()};
    }
    return {result(), advice(), limits()};
  }

 private:
  bool has_value(std::size_t subject) const {
    return std::ranges::any_of(
        matrix_.cells, [&](const auto& row) { return row[subject].state == CellState::kValue; });
  }

  bool is_compared(std::size_t row) const {
    return std::ranges::count_if(subjects_, [&](std::size_t subject) {
             return matrix_.cells[row][subject].state == CellState::kValue;
           }) > 1;
  }

  const std::string& name(std::size_t subject) const { return overview_.subjects[subject].label; }
  std::string names(const std::vector<std::size_t>& of, std::string_view last = "and") const {
    std::vector<std::string> found;
    for (const auto subject : of) found.push_back(name(subject));
    return list(found, last);
  }

  // The differences of encoders, not of baselines.
  auto tested() const {
    return std::views::filter(matrix_.differences,
                              [](const MatrixDifference& one) { return !one.with_baseline; });
  }

  bool any_difference() const {
    return std::ranges::any_of(tested(), [](const auto& one) { return one.p_holm < kSignificant; });
  }

  bool is_passed(std::size_t row) const {
    return std::ranges::any_of(
        subjects_, [&](std::size_t subject) { return passes(matrix_.cells[row][subject]); });
  }

  std::size_t passed_rows() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(compared_, [&](std::size_t row) { return is_passed(row); }));
  }

  // Subjects that are best, or not distinguishable from the best, on every compared row that a
  // subject passes.
  std::vector<std::size_t> leaders() const {
    std::vector<std::size_t> found;
    for (const auto subject : subjects_) {
      const bool leads = std::ranges::all_of(compared_, [&](std::size_t row) {
        return matrix_.cells[row][subject].is_best || !is_passed(row);
      });
      if (leads) found.push_back(subject);
    }
    return found;
  }

  std::string row(std::size_t number) const { return row_name(overview_, matrix_.rows[number]); }

  // Whether a subject alone is best on a row, and passes it.
  bool leads(std::size_t subject, std::size_t row) const {
    const auto& cells = matrix_.cells[row];
    return cells[subject].is_best && passes(cells[subject]) &&
           std::ranges::count_if(cells, &MatrixCell::is_best) == 1;
  }

  std::vector<std::size_t> leads_somewhere() const {
    std::vector<std::size_t> found;
    for (const auto subject : subjects_) {
      for (std::size_t row = 0; row < matrix_.rows.size(); ++row) {
        if (!leads(subject, row)) continue;
        found.push_back(subject);
        break;
      }
    }
    return found;
  }

  std::vector<std::string> who_leads_where() const {
    std::vector<std::string> parts;
    for (const auto subject : leads_somewhere()) {
      std::vector<std::string> titles;
      std::size_t rows = 0;
      for (std::size_t i = 0; i < matrix_.rows.size(); ++i) {
        if (!leads(subject, i)) continue;
        ++rows;
        const auto title = lower_first(matrix_.rows[i].capability->title);
        if (std::ranges::find(titles, title) == titles.end()) titles.push_back(title);
      }
      constexpr std::size_t kMost = 3;
      if (titles.size() > kMost) {
        titles.resize(kMost);
        titles.back() = "others";
      }
      parts.push_back(fmt::format("{} is the best on {} of {} questions ({})", name(subject), rows,
                                  compared_.size(), list(titles)));
    }
    return parts;
  }

  // "the 3 of 5 questions that any encoder passes"
  std::string passed_questions() const {
    const std::size_t count = compared_.size(), passed = passed_rows();
    if (count == 1) return kOneQuestion;
    if (passed == count) return fmt::format("all {} questions", count);
    return fmt::format("the {} of {} questions that any encoder passes",
                       passed == 1 ? "one" : std::to_string(passed), count);
  }

  std::string result() const {
    const std::size_t count = compared_.size();
    if (!any_difference()) {
      const auto any = count == 1 ? kOneQuestion : fmt::format("any of the {} questions", count);
      return names(subjects_) + " can't be told apart on " + any + ".";
    }
    if (passed_rows() == 0) return fmt::format("No encoder passes any of the {} questions.", count);
    const auto leading = leaders();
    const auto rows = passed_questions();
    if (leading.size() == 1) {
      return name(leading.front()) + " is the best, or as good as the best, on " + rows + ".";
    }
    if (leading.size() > 1) {
      return fmt::format("{} are the best on {}, and can't be told apart.", names(leading), rows);
    }
    const auto where = who_leads_where();
    if (where.empty()) return "No encoder is the best on all questions.";
    return where.size() == 1
               ? where.front() + ". No other encoder is best on a question that it passes."
               : "No encoder is the best on all questions: " + list(where) + ".";
  }

  // The significant differences of a subject over another, the largest first.
  std::vector<const MatrixDifference*> wins_of(std::size_t subject) const {
    std::vector<const MatrixDifference*> wins;
    for (const auto& one : tested()) {
      const bool over =
          one.first == subject ? one.value > 0 : one.second == subject && one.value < 0;
      if (over && one.p_holm < kSignificant) wins.push_back(&one);
    }
    std::ranges::stable_sort(wins, std::greater{},
                             [](const auto* one) { return std::abs(one->value); });
    return wins;
  }

  // The largest lead over each of two others.
  std::string ahead(std::size_t subject) const {
    std::vector<std::string> parts;
    std::set<std::size_t> seen;
    for (const auto* one : wins_of(subject)) {
      const std::size_t other = one->first == subject ? one->second : one->first;
      if (!seen.insert(other).second || parts.size() == 2) continue;
      const auto& of = question_of(overview_, matrix_.rows[one->row]).of;
      const std::string by = of.is_share ? fmt::format("{:.0f} points", 100 * std::abs(one->value))
                                         : fmt::format("{:.2f}", std::abs(one->value));
      parts.push_back(fmt::format("{} ahead of {} on {}", by, name(other), row(one->row)));
    }
    return list(parts);
  }

  std::string advice() const {
    std::string text;
    const auto leading = leaders();
    if (!any_difference() || passed_rows() == 0) {
      // Nothing to choose by.
    } else if (leading.size() == 1) {
      const auto by = ahead(leading.front());
      text = "Choose " + name(leading.front()) + (by.empty() ? "." : ": it is " + by + ".");
    } else if (leading.size() > 1) {
      text = "Choose the cheapest of " + names(leading) + ".";
    } else {
      text = "Choose by the question that your text depends on.";
    }
    const auto failed = failed_by_all();
    if (!failed.empty()) {
      text += fmt::format("{}No encoder passes the tests of {}.", text.empty() ? "" : " ",
                          list(failed, "or"));
    }
    return text;
  }

  // Capabilities that matter in production and in which no subject passes a single row.
  std::vector<std::string> failed_by_all() const {
    std::vector<std::string> found;
    for (const auto& capability : capabilities()) {
      if (capability.section != capabilities().front().section) continue;
      bool asked = false, passed = false;
      for (std::size_t i = 0; i < matrix_.rows.size(); ++i) {
        if (matrix_.rows[i].capability != &capability) continue;
        asked = true;
        for (const auto subject : subjects_) passed |= passes(matrix_.cells[i][subject]);
      }
      if (asked && !passed) found.push_back(lower_first(capability.title));
    }
    return found;
  }

  std::string sample_limit() const {
    std::size_t least = SIZE_MAX, most = 0;
    for (std::size_t i = 0; i < matrix_.rows.size(); ++i) {
      for (const auto subject : subjects_) {
        if (matrix_.cells[i][subject].state != CellState::kValue) continue;
        const auto n = question_of(overview_, matrix_.rows[i]).results[subject].n;
        least = std::min(least, n);
        most = std::max(most, n);
      }
    }
    return least == most ? fmt::format("Based on {} items per question.", least)
                         : fmt::format("Based on {} to {} items per question.", least, most);
  }

  std::string limits() const {
    std::vector<double> halves, needed;
    for (const auto& one : tested()) {
      const auto& question = question_of(overview_, matrix_.rows[one.row]);
      const double half = (one.high - one.low) / 2;
      if (!question.of.is_share || !(half > 0)) continue;
      halves.push_back(half);
      needed.push_back(static_cast<double>(question.results[one.first].n) * half * half /
                       (.05 * .05));
    }
    std::string text = sample_limit();
    if (halves.empty()) return text;
    const auto middle = [](std::vector<double>& values) {
      std::ranges::nth_element(values, values.begin() + std::ssize(values) / 2);
      return values[values.size() / 2];
    };
    const double half = 100 * middle(halves), items = middle(needed);
    if (half <= 5) return text;
    return text + fmt::format(
                      " Differences under about {:.0f} points can't be detected; about {} items "
                      "could detect 5 points.",
                      half, 100 * static_cast<long>(std::ceil(items / 100)));
  }

  const Overview& overview_;
  const VerdictMatrix& matrix_;
  std::vector<std::size_t> subjects_;  // not baselines, have a value, best first
  std::vector<std::size_t> compared_;  // rows that two or more of them have a value of
};

}  // namespace

const LevelForm& form_of(Level level) {
  static constexpr std::array<LevelForm, 7> kForms{
      {{"good", "good", "●"},
       {"better", "better than chance", "◐"},
       {"no-better", "no better than counting words", "="},
       {"chance", "at chance", "○"},
       {"unclear", "can't tell", "?"},
       {"worse", "worse than chance", "▼"},
       {"undecided", "undecided: ties", "~"}}};
  return kForms[static_cast<std::size_t>(level)];
}

std::string value_text(const Evidence& of, double value) {
  if (std::isnan(value)) return "-";
  return of.is_share ? fmt::format("{:.0f}%", 100 * value) : fmt::format("{:.2f}", value);
}

std::string row_name(const Overview& overview, const MatrixRow& row) {
  const std::string title(question_of(overview, row).of.title);
  return row.names_dataset ? title + " (" + overview.tasks[row.task].facts.dataset + ")" : title;
}

std::vector<GroupVerdict> group_verdicts(const VerdictMatrix& matrix, std::size_t subject) {
  std::vector<GroupVerdict> found;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    const MatrixRow& row = matrix.rows[i];
    const MatrixCell& cell = matrix.cells[i][subject];
    if (cell.state != CellState::kValue) continue;
    auto at = std::ranges::find(found, row.capability, &GroupVerdict::capability);
    if (at == found.end()) at = found.insert(at, {row.capability, i});
    ++at->rows;
    at->passed += passes(cell) ? 1U : 0U;
    const MatrixCell& weakest = matrix.cells[at->weakest][subject];
    if (std::pair(strength(cell), cell.position) < std::pair(strength(weakest), weakest.position)) {
      at->weakest = i;
    }
  }
  return found;
}

Answer answer_of(const Overview& overview, const VerdictMatrix& matrix) {
  return Answering(overview, matrix).go();
}

namespace {

using Groups = std::vector<GroupVerdict>;

// Groups by what their weakest row shows.
struct SortedGroups {
  Groups can, partly, cannot, as_counting, unclear;

  Groups& of(Level weakest) {
    if (weakest == Level::kGood) return can;
    if (weakest == Level::kBetter) return partly;
    if (weakest == Level::kNoBetter) return as_counting;
    return weakest == Level::kCannotTell || weakest == Level::kUndecided ? unclear : cannot;
  }
};

SortedGroups sorted_groups(const VerdictMatrix& matrix, std::size_t subject) {
  SortedGroups sorted;
  const auto cell = [&](const GroupVerdict& group) -> const MatrixCell& {
    return matrix.cells[group.weakest][subject];
  };
  for (const auto& group : group_verdicts(matrix, subject)) {
    sorted.of(cell(group).level).push_back(group);
  }
  const auto position = [&](const GroupVerdict& group) { return cell(group).position; };
  std::ranges::stable_sort(sorted.can, std::greater{}, position);
  std::ranges::stable_sort(sorted.partly, std::greater{}, position);
  std::ranges::stable_sort(sorted.cannot, {}, position);
  return sorted;
}

// `phrase`: of a group and the value of its weakest row. At most three are named.
template <typename Phrase>
std::string phrases(const Overview& overview, const VerdictMatrix& matrix, std::size_t subject,
                    const Groups& groups, const Phrase& phrase) {
  std::vector<std::string> parts;
  for (const auto& group : groups | std::views::take(3)) {
    const auto& question = question_of(overview, matrix.rows[group.weakest]);
    parts.push_back(
        phrase(group, question, value_text(question.of, question.results[subject].value)));
  }
  return list(parts);
}

}  // namespace

std::string subject_summary(const Overview& overview, const VerdictMatrix& matrix,
                            std::size_t subject) {
  const SortedGroups groups = sorted_groups(matrix, subject);
  const std::string& name = overview.subjects[subject].label;
  std::string text;
  const auto say = [&](std::string_view start, const Groups& of, const auto& phrase) {
    if (of.empty()) return;
    text += fmt::format("{} {}{}.", text.empty() ? name : " It", start,
                        phrases(overview, matrix, subject, of, phrase));
  };
  say("", groups.can, [](const GroupVerdict& group, const auto&, const std::string& value) {
    return fmt::format("{} ({})", group.capability->can, value);
  });
  say("does better than chance, but not well, on ", groups.partly,
      [](const GroupVerdict&, const OverviewQuestion& question, const std::string& value) {
        return fmt::format("{} ({})", question.of.title, value);
      });
  say("", groups.cannot,
      [](const GroupVerdict& group, const OverviewQuestion& question, const std::string& value) {
        return fmt::format("{} ({}: {})", group.capability->cannot, question.of.title, value);
      });
  say("does no better than counting words on ", groups.as_counting,
      [](const GroupVerdict&, const OverviewQuestion& question, const std::string& value) {
        return fmt::format("{} ({}, counting words {})", question.of.title, value,
                           value_text(question.of, question.counting_words.value));
      });
  if (!groups.unclear.empty()) {
    std::vector<std::string> titles;
    for (const auto& group : groups.unclear) titles.push_back(lower_first(group.capability->title));
    text +=
        text.empty() ? "For " + name + ", more items are needed on " : " More items are needed on ";
    text += list(titles) + ".";
  }
  return text.empty() ? "Nothing could be measured for " + name + "." : text;
}

}  // namespace sonde
