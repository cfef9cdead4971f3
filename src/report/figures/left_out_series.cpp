#include "report/figures/left_out_series.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/figures/figure_parts.h"

namespace sonde {
namespace {

void leave_out(Figure& figure, const std::string& series) {
  const auto is_its = [&](const auto& one) { return one.series == series; };
  if (std::erase_if(figure.points, is_its) == 0) return;
  std::erase_if(figure.marks, is_its);
  std::erase(figure.series, series);
  figure.caption += " Not drawn, since it is far from the others: " + series + ".";
}

}  // namespace

void leave_out_far_baselines(Figure& figure, double FigurePoint::* number, double spans) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& point : figure.points) {
    const bool is_baseline =
        std::ranges::find(figure.baselines, point.series) != figure.baselines.end();
    if (is_baseline || std::isnan(point.*number)) continue;
    low = std::min(low, point.*number);
    high = std::max(high, point.*number);
  }
  if (!(low < high)) return;
  const double room = spans * (high - low);
  const auto is_far = [&](const std::string& series) {
    return std::ranges::all_of(figure.points, [&](const FigurePoint& point) {
      return point.series != series || point.*number < low - room || point.*number > high + room;
    });
  };
  for (const auto& series : figure.baselines) {
    if (is_far(series)) leave_out(figure, series);
  }
}

void leave_out_undefined(Figure& figure) {
  Names undefined;
  for (const auto& series : figure.series) {
    const bool is_one = std::ranges::all_of(figure.points, [&](const FigurePoint& point) {
      return point.series != series || is_undefined(point);
    });
    if (is_one) undefined.push_back(series);
  }
  if (undefined.empty() || undefined.size() == figure.series.size()) return;
  const auto is_left_out = [&](const std::string& series) {
    return std::ranges::find(undefined, series) != undefined.end();
  };
  std::erase_if(figure.series, is_left_out);
  std::erase_if(figure.points, [&](const auto& point) { return is_left_out(point.series); });
  std::erase_if(figure.categories, [&](const std::string& category) {
    return std::ranges::find(figure.points, category, &FigurePoint::category) ==
           figure.points.end();
  });
  figure.caption += fmt::format(" Undefined: {}.", fmt::join(undefined, ", "));
}

}  // namespace sonde
