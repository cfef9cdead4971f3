#include "report/worst_items.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sonde {
namespace {

bool is_in(const Item& item, std::string_view slice) {
  const auto equals = slice.find('=');
  if (equals == slice.npos) return true;
  const auto label = item.labels.find(std::string(slice.substr(0, equals)));
  return label != item.labels.end() && label->second == slice.substr(equals + 1);
}

double margin_of(const OverviewTask& task, const OverviewQuestion& question, std::size_t subject,
                 std::size_t item) {
  const auto& outcomes = question.outcomes[subject];
  if (!outcomes.empty()) return outcomes[item].margin;
  const auto& scores = task.scores.of[subject];
  return scores.empty() || !is_in(task.items[item], question.of.slice) ? NAN : scores[item];
}

}  // namespace

std::vector<std::size_t> worst_items(const OverviewTask& task, const OverviewQuestion& question,
                                     std::size_t subject, std::size_t most) {
  std::vector<std::pair<double, std::size_t>> margins;
  for (std::size_t i = 0; i < task.items.size(); ++i) {
    const double margin = margin_of(task, question, subject, i);
    if (!std::isnan(margin)) margins.emplace_back(margin, i);
  }
  const auto shown = std::min(most, margins.size());
  std::ranges::partial_sort(margins, margins.begin() + static_cast<std::ptrdiff_t>(shown));
  std::vector<std::size_t> items;
  for (const auto& [margin, item] : std::span(margins).first(shown)) items.push_back(item);
  return items;
}

const OverviewOther* rival_of(const OverviewTask& task, const OverviewQuestion& question,
                              std::size_t subject, std::size_t item) {
  const auto& outcomes = question.outcomes[subject];
  if (outcomes.empty() || !std::isnan(outcomes[item].other.similarity)) return nullptr;
  if (task.others.empty() || task.others[subject].empty()) return nullptr;
  const OverviewOther& other = task.others[subject][item];
  return other.text.empty() ? nullptr : &other;
}

}  // namespace sonde
