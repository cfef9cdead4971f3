#include <algorithm>
#include <cmath>

#include "report/figures/figure.h"

namespace sonde {
namespace {

constexpr double kSame = 1e-9;

bool is_filled(const FigurePoint& point) { return point.y > 0; }

// The number that represents a point: in a histogram the bin, if it isn't empty.
double told_of(const Figure& figure, const FigurePoint& point) {
  if (figure.kind == FigureKind::kHistogram) return point.x;
  return figure.kind == FigureKind::kBox ? point.box[2] : point.y;
}

bool is_spread(const FigurePoint& point) {
  return point.box[4] - point.box[0] > kSame || point.high - point.low > kSame;
}

bool can_be_constant(FigureKind kind) {
  return kind == FigureKind::kHistogram || kind == FigureKind::kBars || kind == FigureKind::kBox;
}

}  // namespace

std::optional<double> constant_of(const Figure& figure) {
  if (!can_be_constant(figure.kind)) return std::nullopt;
  std::vector<double> told;
  for (const auto& point : figure.points) {
    if (figure.kind == FigureKind::kHistogram && !is_filled(point)) continue;
    if (is_spread(point)) return std::nullopt;
    told.push_back(told_of(figure, point));
  }
  if (told.size() < 2 || std::ranges::any_of(told, [](double one) { return std::isnan(one); })) {
    return std::nullopt;
  }
  const auto [low, high] = std::ranges::minmax(told);
  return high - low > kSame ? std::nullopt : std::optional(low);
}

}  // namespace sonde
