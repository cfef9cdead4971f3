#include "report/figures/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compare/baselines.h"
#include "report/number_format.h"

namespace sonde {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

FigurePoint point_of(const Result& result, std::string series, std::string category) {
  FigurePoint point{std::move(series), std::move(category)};
  point.y = result.value;
  point.low = result.low;
  point.high = result.high;
  point.told = on_pages(with_interval(result));
  return point;
}

void add_marks(Figure& figure, const OverviewTask& task, const FigureForm& form) {
  for (const auto& mark : form.marks) {
    for (const auto& result : task.results) {
      if (result.name != mark.name || result.slice != "all" || std::isnan(result.value)) continue;
      figure.marks.push_back({result.subject == "data" ? std::string() : result.subject,
                              std::string(mark.title), result.value});
    }
  }
}

void add_chances(Figure& figure, const Chances& chances) {
  if (chances.empty()) return;
  const double first = chances.front().second;
  const bool is_one =
      std::ranges::all_of(chances, [&](const auto& one) { return one.second == first; });
  if (is_one) {
    figure.marks.push_back({"", "chance", first});
  } else {
    for (const auto& [category, chance] : chances)
      figure.marks.push_back({"", "chance", chance, category});
  }
  figure.caption += is_one ? " Dashed line: chance." : " Tick: chance.";
}

void add_point(Figure& figure, FigurePoint point) {
  add_once(figure.series, point.series);
  if (!point.category.empty()) add_once(figure.categories, point.category);
  figure.points.push_back(std::move(point));
}

double height_of(const FigurePoint& point) { return std::isnan(point.y) ? point.box[2] : point.y; }

bool is_undefined(const FigurePoint& point) { return std::isnan(height_of(point)); }

std::vector<std::string> baselines_of(const Overview& overview) {
  std::vector<std::string> found;
  for (const auto& subject : overview.subjects) {
    if (is_baseline(subject.facts)) found.push_back(subject.label);
  }
  return found;
}

}  // namespace sonde
