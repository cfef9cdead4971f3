#include "report/figures/scatter_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/figures/figure_parts.h"

namespace sonde {
namespace {

constexpr std::size_t kMostPoints = 1500;

}  // namespace

void add_scatter(Figure& figure, const std::string& subject, const std::vector<RowValue>& values) {
  const std::size_t stride = (values.size() + kMostPoints - 1) / kMostPoints;
  for (std::size_t i = 0; i < values.size(); i += std::max<std::size_t>(1, stride)) {
    if (std::isnan(values[i].gold)) continue;
    FigurePoint point{subject, values[i].label};
    point.x = values[i].gold;
    point.y = values[i].value;
    add_point(figure, std::move(point));
  }
  if (stride > 1 && !figure.caption.ends_with("drawn.")) {
    figure.caption += fmt::format(" One pair in {} is drawn.", stride);
  }
}

}  // namespace sonde
