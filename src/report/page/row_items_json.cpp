#include "report/page/row_items_json.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compare/overview_questions.h"
#include "report/worst_items.h"

namespace sonde {
namespace {

constexpr std::size_t kWorstItems = 8;     // shown for a cell
constexpr std::size_t kExampleItems = 20;  // among which a row's example is chosen

Json similarity_json(double value) {
  return std::isfinite(value) ? Json(std::round(value * 1e4) / 1e4) : Json(nullptr);
}

// The items of a row for one subject, and the texts that they compare.
class RowItems {
 public:
  RowItems(const OverviewTask& task, const OverviewQuestion& question, std::size_t subject)
      : task_(task), question_(question), subject_(subject) {}

  std::vector<std::size_t> worst(std::size_t most) const {
    return worst_items(task_, question_, subject_, most);
  }

  bool fails(std::size_t item) const {
    return !is_correlation() && question_.outcomes[subject_][item].share < .5;
  }

  Json json(std::size_t item) const {
    if (is_correlation()) {
      const double similarity = (*task_.values[subject_])[first_row(item)][0];
      return {{"item", item},
              {"closer", texts(item, {0, 0, 1, similarity})},
              {"rating", similarity_json(task_.items[item].rows.front().gold)}};
    }
    const ItemOutcome& outcome = question_.outcomes[subject_][item];
    Json json{
        {"item", item}, {"closer", texts(item, outcome.closer)}, {"passes", wins_worst(outcome)}};
    if (!std::isnan(outcome.other.similarity)) json["other"] = texts(item, outcome.other);
    if (const auto* rival = rival_of(task_, question_, subject_, item)) {
      json["rival"] = {{"text", rival->text}, {"similarity", similarity_json(rival->similarity)}};
    }
    return json;
  }

 private:
  bool is_correlation() const { return question_.outcomes[subject_].empty(); }

  std::size_t first_row(std::size_t item) const {
    std::size_t row = 0;
    for (std::size_t i = 0; i < item; ++i) row += task_.items[i].rows.size();
    return row;
  }

  Json texts(std::size_t item, const ComparedTexts& of) const {
    const Row& row = task_.items[item].rows[of.row];
    return {{"texts", {row.at[of.first], row.at[of.second]}},
            {"similarity", similarity_json(of.similarity)}};
  }

  const OverviewTask& task_;
  const OverviewQuestion& question_;
  std::size_t subject_;
};

}  // namespace

Json worst_items_json(const OverviewTask& task, const OverviewQuestion& question,
                      std::size_t subject) {
  const RowItems items(task, question, subject);
  return json_array(items.worst(kWorstItems), [&](std::size_t item) { return items.json(item); });
}

Json example_json(const OverviewTask& task, const OverviewQuestion& question,
                  const VerdictMatrix& matrix) {
  for (const auto subject : matrix.subjects) {
    if (std::isnan(question.results[subject].value)) continue;
    const RowItems items(task, question, subject);
    auto worst = items.worst(kExampleItems);
    if (worst.empty()) return nullptr;
    if (std::ranges::any_of(worst, [&](auto item) { return items.fails(item); })) {
      std::erase_if(worst, [&](auto item) { return !items.fails(item); });
    }
    const auto length = [&](std::size_t item) {
      return task.items[item].texts.front().text.size();
    };
    Json json = items.json(std::ranges::min(worst, {}, length));
    json["subject"] = subject;
    return json;
  }
  return nullptr;
}

}  // namespace sonde
