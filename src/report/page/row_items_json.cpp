#include "report/page/row_items_json.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/overview_questions.h"

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

  // Items with a margin, the smallest first, at most kExampleItems.
  std::vector<std::size_t> worst() const {
    std::vector<std::pair<double, std::size_t>> margins;
    for (std::size_t i = 0; i < task_.items.size(); ++i) {
      if (const double one = margin(i); !std::isnan(one)) margins.emplace_back(one, i);
    }
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kExampleItems, margins.size()));
    std::ranges::partial_sort(margins, margins.begin() + shown);
    std::vector<std::size_t> items;
    for (const auto& [of, item] : std::span(margins).first(static_cast<std::size_t>(shown))) {
      items.push_back(item);
    }
    return items;
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
    return json;
  }

 private:
  bool is_correlation() const { return question_.outcomes[subject_].empty(); }

  double margin(std::size_t item) const {
    if (!is_correlation()) return question_.outcomes[subject_][item].margin;
    const auto& scores = task_.scores.of[subject_];
    const std::string_view slice = question_.of.slice;
    return scores.empty() || !is_in(task_.items[item], slice) ? NAN : scores[item];
  }

  static bool is_in(const Item& item, std::string_view slice) {
    const auto equals = slice.find('=');
    if (equals == slice.npos) return true;
    const auto label = item.labels.find(std::string(slice.substr(0, equals)));
    return label != item.labels.end() && label->second == slice.substr(equals + 1);
  }

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
  auto worst = items.worst();
  worst.resize(std::min(worst.size(), kWorstItems));
  return json_array(worst, [&](std::size_t item) { return items.json(item); });
}

Json example_json(const OverviewTask& task, const OverviewQuestion& question,
                  const VerdictMatrix& matrix) {
  for (const auto subject : matrix.subjects) {
    if (std::isnan(question.results[subject].value)) continue;
    const RowItems items(task, question, subject);
    auto worst = items.worst();
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
