#include "report/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <ranges>

#include "report/number_format.h"

namespace sonde {
namespace {

// The weakest first.
int strength(const MatrixCell& cell) {
  constexpr std::array kOrder{Level::kWorse,      Level::kAtChance,  Level::kNoBetter,
                              Level::kCannotTell, Level::kUndecided, Level::kBetter,
                              Level::kGood};
  return static_cast<int>(std::ranges::find(kOrder, cell.level) - kOrder.begin());
}

}  // namespace

std::string list_of(const std::vector<std::string>& parts, std::string_view last) {
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
  return of.is_share ? percent_number(value) + "%" : decimal(value, 2);
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
  return list_of(parts);
}

}  // namespace

std::string subject_headline(const Overview& overview, const VerdictMatrix& matrix,
                             std::size_t subject) {
  const SortedGroups groups = sorted_groups(matrix, subject);
  const std::size_t passed = groups.can.size() + groups.partly.size();
  const std::size_t failed = groups.cannot.size();
  const std::size_t all = passed + failed + groups.as_counting.size() + groups.unclear.size();
  if (all < 2 || passed + failed == 0) return {};
  std::vector<std::string> named;
  for (const auto& group : groups.cannot) named.push_back(lower_first(group.capability->title));
  constexpr std::size_t kMost = 4;
  if (named.size() > kMost) {
    named.resize(kMost);
    named.back() = std::to_string(failed - kMost + 1) + " others";
  }
  const std::size_t open = all - passed - failed;
  return fmt::format(
      "{} passes {} of {} kinds of test and fails {}{}.{}", overview.subjects[subject].label,
      passed == 0 ? "none" : std::to_string(passed), all,
      failed == 0 ? "none" : std::to_string(failed), failed == 0 ? "" : ": " + list_of(named),
      open == 0   ? ""
      : open == 1 ? " The other one is undecided."
                  : fmt::format(" The other {} are undecided.", open));
}

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
    for (const auto& group : groups.unclear) {
      const auto title = lower_first(group.capability->title);
      titles.push_back(group.passed == 0 ? title
                                         : fmt::format("{} (it passes {} of {} questions)", title,
                                                       group.passed, group.rows));
    }
    text +=
        text.empty() ? "For " + name + ", more items are needed on " : " More items are needed on ";
    text += list_of(titles) + ".";
  }
  return text.empty() ? "Nothing could be measured for " + name + "." : text;
}

}  // namespace sonde
