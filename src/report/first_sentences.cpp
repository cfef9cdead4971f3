#include "report/first_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "base/counted.h"
#include "report/number_format.h"
#include "report/verdict_text.h"
#include "statistics/resampling/holm_correction.h"
#include "statistics/resampling/power.h"

namespace sonde {
namespace {

constexpr double kFineDifference = 5;  // in points: detecting less is not asked of a test
const std::string kOneQuestion = "the one question";

bool contains(const std::vector<std::size_t>& all, std::size_t one) {
  return std::ranges::find(all, one) != all.end();
}

class Answering {
 public:
  Answering(const Overview& overview, const VerdictMatrix& matrix)
      : overview_(overview), matrix_(matrix) {
    take_subjects(false);
    if (subjects_.empty()) take_subjects(true);  // better than nothing
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
      if (is_compared(row)) compared_.push_back(row);
    }
  }

  Answer go() const {
    if (subjects_.empty() || matrix_.rows.empty()) return {};
    if (subjects_.size() == 1) {
      auto headline = subject_headline(overview_, matrix_, subjects_.front());
      auto summary = subject_summary(overview_, matrix_, subjects_.front());
      if (headline.empty()) std::swap(headline, summary);
      return {headline, summary, "", sample_limit()};
    }
    if (matrix_.is_baseline[subjects_.front()]) {
      return {"Only baselines were measured: " + names(subjects_) + ".", "", "", sample_limit()};
    }
    if (compared_.empty()) {
      return {"No two of " + names(subjects_) + " were measured on the same question.", "", "",
              sample_limit()};
    }
    return {result(), "", advice(), limits()};
  }

 private:
  void take_subjects(bool baselines) {
    for (const auto subject : matrix_.subjects) {
      if (matrix_.is_baseline[subject] == baselines && has_value(subject)) {
        subjects_.push_back(subject);
      }
    }
  }

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
    return list_of(found, last);
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

  std::vector<std::string> who_leads_where(const std::vector<std::size_t>& subjects) const {
    std::vector<std::string> parts;
    for (const auto subject : subjects) {
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
      parts.push_back(fmt::format("{} is the best on {} of {} ({})", name(subject), rows,
                                  counted(compared_.size(), "question"), list_of(titles)));
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

  // The subjects that are best, or not distinguishable from the best, on most passed rows.
  struct Closest {
    std::vector<std::size_t> subjects;
    std::size_t rows = 0;
  };
  Closest closest() const {
    Closest found;
    for (const auto subject : subjects_) {
      const auto best =
          static_cast<std::size_t>(std::ranges::count_if(compared_, [&](std::size_t row) {
            return matrix_.cells[row][subject].is_best && is_passed(row);
          }));
      if (best > found.rows) found.subjects.clear();
      found.rows = std::max(found.rows, best);
      if (best == found.rows) found.subjects.push_back(subject);
    }
    return found;
  }

  std::string closest_text(const Closest& of) const {
    const std::size_t passed = passed_rows();
    const bool all = passed == compared_.size();
    return fmt::format(
        "{}: {} the best, or as good as the best, on {} of {}{}{}.",
        names(of.subjects) + (of.subjects.size() == 1 ? " comes closest" : " come closest"),
        of.subjects.size() == 1 ? "it is" : "each is", of.rows, all ? "" : "the ",
        counted(passed, "question"), all ? "" : " that any encoder passes");
  }

  // The subjects that come closest, unless each of them is the only best one of a row.
  std::optional<Closest> shared_lead() const {
    auto best = closest();
    const auto alone = leads_somewhere();
    const auto is_alone = [&](std::size_t subject) { return contains(alone, subject); };
    if (std::ranges::all_of(best.subjects, is_alone)) return std::nullopt;
    return best;
  }

  // The result if no subject leads everywhere.
  std::string divided() const {
    const auto where = who_leads_where(leads_somewhere());
    if (const auto shared = shared_lead()) {
      return (where.empty() ? "No encoder is the best on all questions. " : "") +
             closest_text(*shared);
    }
    return where.size() == 1 ? where.front() + ". On the others no encoder alone is the best."
                             : "No encoder is the best on all questions: " + list_of(where) + ".";
  }

  std::string divided_advice() const {
    constexpr std::string_view kByQuestion = "by the question that your text depends on";
    const auto shared = shared_lead();
    const auto where = who_leads_where(leads_somewhere());
    if (!shared || where.empty()) return fmt::format("Choose {}.", kByQuestion);
    const bool one = shared->subjects.size() == 1;
    return fmt::format("Choose {}{}, or {}: {}.", one ? "" : "the cheapest of ",
                       names(shared->subjects), kByQuestion, list_of(where));
  }

  std::string result() const {
    const std::size_t count = compared_.size();
    if (!any_difference()) {
      const auto any = count == 1 ? kOneQuestion : fmt::format("any of the {} questions", count);
      return names(subjects_) + " can't be told apart on " + any + ".";
    }
    if (passed_rows() == 0) {
      return "No encoder passes " +
             (count == 1 ? kOneQuestion : fmt::format("any of the {} questions", count)) + ".";
    }
    const auto leading = leaders();
    const auto rows = passed_questions();
    if (leading.size() == 1) {
      return name(leading.front()) + " is the best, or as good as the best, on " + rows + ".";
    }
    if (leading.size() > 1) {
      return fmt::format("{} are the best on {}, and can't be told apart.", names(leading), rows);
    }
    return divided();
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
      const std::string by = of.is_share ? percent_number(std::abs(one->value)) + " points"
                                         : decimal(std::abs(one->value), 2);
      parts.push_back(fmt::format("{} ahead of {} on {}", by, name(other), row(one->row)));
    }
    return list_of(parts);
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
      text = "Choose the cheapest of " + names(leading) + cheapest_condition(leading) + ".";
    } else {
      text = divided_advice();
    }
    const auto failed = failed_by_all();
    if (!failed.empty()) {
      text += fmt::format("{}No encoder passes the tests of {}.", text.empty() ? "" : " ",
                          list_of(failed, "or"));
    }
    return text;
  }

  // Nothing if the tests can detect 5 points between the subjects.
  std::string cheapest_condition(const std::vector<std::size_t>& of) const {
    const double points = power([&](const MatrixDifference& one) {
                            return contains(of, one.first) && contains(of, one.second);
                          }).points;
    return std::round(points) <= kFineDifference
               ? std::string()
               : fmt::format(" only if {} points don't matter: less can't be detected here",
                             decimal(points, 0));
  }

  // Capabilities that matter in production and in which no subject passes a row, and at least one
  // is clear.
  std::vector<std::string> failed_by_all() const {
    std::vector<std::string> found;
    for (const auto& capability : capabilities()) {
      if (capability.section != capabilities().front().section) continue;
      bool decided = false, passed = false;
      for (std::size_t i = 0; i < matrix_.rows.size(); ++i) {
        if (matrix_.rows[i].capability != &capability) continue;
        for (const auto subject : subjects_) {
          const auto& cell = matrix_.cells[i][subject];
          passed |= passes(cell);
          decided |= cell.state == CellState::kValue && cell.level != Level::kCannotTell;
        }
      }
      if (decided && !passed) found.push_back(lower_first(capability.title));
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
    return least == most ? "Based on " + counted(least, "item") + " per question."
                         : fmt::format("Based on {} to {} items per question.", least, most);
  }

  // The medians over tests of shares. 0 without one.
  struct Power {
    double points = 0;  // the difference that is detectable with power 80%
    double items = 0;   // needed for kFineDifference
  };

  Power power(const auto& is_wanted) const {
    std::vector<double> found, needed;
    for (const auto& one : tested()) {
      const auto& question = question_of(overview_, matrix_.rows[one.row]);
      const double least = detectable(Interval{one.low, one.high}, kSignificant / 2);
      if (!question.of.is_share || !(least > 0) || !is_wanted(one)) continue;
      found.push_back(least);
      const double times = 100 * least / kFineDifference;
      needed.push_back(static_cast<double>(question.results[one.first].n) * times * times);
    }
    if (found.empty()) return {};
    const auto middle = [](std::vector<double>& values) {
      std::ranges::nth_element(values, values.begin() + std::ssize(values) / 2);
      return values[values.size() / 2];
    };
    return {100 * middle(found), middle(needed)};
  }

  std::string limits() const {
    const auto [points, items] = power([](const MatrixDifference&) { return true; });
    if (std::round(points) <= kFineDifference) return sample_limit();
    return sample_limit() +
           fmt::format(" With power 80%, {} points can be detected; 5 points need about {} items.",
                       decimal(points, 0), 100 * static_cast<long>(std::ceil(items / 100)));
  }

  const Overview& overview_;
  const VerdictMatrix& matrix_;
  std::vector<std::size_t> subjects_;  // not baselines, have a value, best first
  std::vector<std::size_t> compared_;  // rows that two or more of them have a value of
};

}  // namespace

Answer answer_of(const Overview& overview, const VerdictMatrix& matrix) {
  return Answering(overview, matrix).go();
}

}  // namespace sonde
