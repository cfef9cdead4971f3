#include "report/figures/curve_figures.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "report/figures/figure_parts.h"
#include "report/figures/left_out_series.h"

namespace sonde {
namespace {

// Densities have thousands of points: some hundreds of those that can be seen are drawn.
constexpr std::size_t kMostSteps = 260;

struct Span {
  std::size_t first = 0, last = 0, stride = 1;
};

Span seen_part(const std::vector<const Series*>& curves) {
  double highest = 0;
  std::size_t size = 0;
  for (const auto* curve : curves) {
    size = std::max(size, curve->values.size());
    for (const double y : curve->values) {
      if (y > highest) highest = y;
    }
  }
  Span span{size, 0, 1};
  for (const auto* curve : curves) {
    for (std::size_t i = 0; i < curve->values.size(); ++i) {
      if (!(curve->values[i] > highest / 500)) continue;
      span.first = std::min(span.first, i);
      span.last = std::max(span.last, i);
    }
  }
  if (span.first >= size) return {0, size == 0 ? 0 : size - 1, 1};
  span.stride = std::max<std::size_t>(1, (span.last - span.first) / kMostSteps);
  return span;
}

const Series* find_series(const OverviewTask& task, std::string_view subject,
                          std::string_view name) {
  const auto at = std::ranges::find_if(task.series, [&](const Series& one) {
    return one.subject == subject && one.name == name && one.slice == "all";
  });
  return at == task.series.end() ? nullptr : &*at;
}

}  // namespace

// One axis for all; a baseline that would squeeze the others is left out.
void draw_densities(Figure& figure, const Overview& overview, const OverviewTask& task,
                    const FigureForm& form) {
  for (const auto& subject : overview.subjects) {
    std::vector<std::pair<const Series*, std::string_view>> curves;
    std::vector<const Series*> all;
    for (const auto& name : form.names) {
      const auto* curve = find_series(task, subject.label, name.name);
      if (curve == nullptr) continue;
      curves.emplace_back(curve, name.title);
      all.push_back(curve);
    }
    const Span seen = seen_part(all);
    for (const auto& [curve, title] : curves) {
      for (std::size_t i = seen.first; i <= seen.last && i < curve->values.size();
           i += seen.stride) {
        FigurePoint point{subject.label, std::string(title)};
        point.x = curve->first + curve->step * static_cast<double>(i);
        point.y = curve->values[i] / curve->step;
        add_point(figure, std::move(point));
      }
    }
  }
  add_marks(figure, task, form);
  figure.baselines = baselines_of(overview);
  leave_out_far_baselines(figure, &FigurePoint::x, 0);
}

// A step is a point.
void draw_series(Figure& figure, const Overview& overview, const OverviewTask& task,
                 const FigureForm& form) {
  for (const auto& subject : overview.subjects) {
    for (const auto& name : form.names) {
      const auto* series = find_series(task, subject.label, name.name);
      if (series == nullptr) continue;
      figure.step = series->step;
      for (std::size_t i = 0; i < series->values.size(); ++i) {
        FigurePoint point{subject.label,
                          form.names.size() == 1 ? std::string() : std::string(name.title)};
        point.x = series->first + series->step * static_cast<double>(i);
        point.y = series->values[i];
        add_point(figure, std::move(point));
      }
    }
  }
}

}  // namespace sonde
