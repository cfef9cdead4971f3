#include "report/tables/show_items.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/printable.h"
#include "report/name_labels.h"
#include "report/number_format.h"
#include "report/text_table.h"
#include "report/worst_items.h"

namespace sonde {
namespace {

constexpr std::size_t kIndent = 3;     // columns
constexpr std::size_t kLongest = 400;  // bytes of a text

// The text that two comparisons share, else the first one's.
std::uint32_t shared_text(const Item& item, const ItemOutcome& outcome) {
  const auto& at = item.rows[outcome.closer.row].at;
  const std::uint32_t first = at[outcome.closer.first], second = at[outcome.closer.second];
  if (std::isnan(outcome.other.similarity)) return first;
  const auto& other = item.rows[outcome.other.row].at;
  const bool has_second =
      other[outcome.other.first] == second || other[outcome.other.second] == second;
  return has_second ? second : first;
}

// One subject's worst items of a question.
class WorstItems {
 public:
  WorstItems(const OverviewTask& task, const OverviewQuestion& question, std::size_t subject)
      : task_(task), question_(question), subject_(subject) {}

  std::string text(std::size_t most) const {
    std::string out;
    for (const auto item : worst_items(task_, question_, subject_, most)) out += item_text(item);
    return out;
  }

 private:
  std::string item_text(std::size_t number) const {
    const Item& item = task_.items[number];
    const ItemOutcome& outcome = question_.outcomes[subject_][number];
    const std::uint32_t shared = shared_text(item, outcome);
    std::string out =
        wrapped(one_line(item.id + ": " + shortened(item.texts[shared].text, kLongest)), kIndent) +
        "\n";
    out += compared(item, outcome.closer, shared, "should be closer");
    if (!std::isnan(outcome.other.similarity)) {
      out += compared(item, outcome.other, shared, beaten(outcome));
    }
    if (const auto* rival = rival_of(task_, question_, subject_, number)) {
      out += similarity_line(rival->similarity, beaten(outcome), rival->text);
    }
    return out;
  }

  static std::string_view beaten(const ItemOutcome& outcome) {
    return outcome.share == 1 ? "not beaten by" : outcome.share == .5 ? "tied with" : "beaten by";
  }

  std::string compared(const Item& item, const ComparedTexts& of, std::uint32_t shared,
                       std::string_view words) const {
    const Row& row = item.rows[of.row];
    const std::uint32_t first = row.at[of.first], second = row.at[of.second];
    if (first != shared && second != shared) {
      return similarity_line(of.similarity, words,
                             item.texts[first].text + " / " + item.texts[second].text);
    }
    return similarity_line(of.similarity, title_of(row, words),
                           item.texts[first == shared ? second : first].text);
  }

  // "right passage", "beaten by number"
  std::string title_of(const Row& row, std::string_view words) const {
    const std::string label = label_of_name(task_.shown.rows, row.label);
    const bool should = words == "should be closer";
    if (label.empty()) return std::string(words);
    return should ? label : std::string(words) + " " + label;
  }

  static std::string similarity_line(double similarity, std::string_view words,
                                     const std::string& text) {
    const std::string line =
        rounded(similarity) + " " + std::string(words) + ": " + shortened(text, kLongest);
    return wrapped(std::string(kIndent, ' ') + one_line(line), 2 * kIndent) + "\n";
  }

  const OverviewTask& task_;
  const OverviewQuestion& question_;
  std::size_t subject_;
};

}  // namespace

std::string show_items(const Overview& overview, std::size_t most) {
  std::string out;
  for (const auto& task : overview.tasks) {
    for (const auto& question : task.questions) {
      for (std::size_t subject = 0; subject < overview.subjects.size(); ++subject) {
        if (question.outcomes[subject].empty()) continue;
        const std::string items = WorstItems(task, question, subject).text(most);
        if (items.empty()) continue;
        out += (out.empty() ? "" : "\n") + task.facts.dataset + ": " +
               std::string(question.of.title) + ", " + overview.subjects[subject].label +
               " (worst first; the upper text should be closer)\n" + items;
      }
    }
  }
  return out;
}

}  // namespace sonde
