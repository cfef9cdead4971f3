#include "report/figures/heat_map_spec.h"

#include <algorithm>
#include <cmath>

#include "report/figures/spec_parts.h"

namespace sonde {
namespace {

// Baselines are as far away as can be: their values would leave the others one colour.
bool stays_outside(const Figure& figure, const FigurePoint& point) {
  return figure.baselines.size() < figure.series.size() &&
         std::ranges::find(figure.baselines, point.series) != figure.baselines.end();
}

}  // namespace

Json heat_map_spec(const Figure& figure) {
  const Json x = [&] {
    Json channel = ordered_channel("category", figure.categories, figure.x);
    channel["axis"] = {{"orient", "top"}, {"labelAngle", 30}, {"labelLimit", 220}};
    return channel;
  }();
  Json y = ordered_channel("series", figure.series, {});
  y["axis"] = {{"labelLimit", 260}};
  const auto only = [](const char* which) { return Json::array({{{"filter", which}}}); };
  Json cell{{"transform", only("!datum.outside")},
            {"mark", {{"type", "rect"}, {"tooltip", true}}},
            {"encoding",
             {{"color",
               {{"field", "y"},
                {"type", "quantitative"},
                {"title", axis_title(figure.y)},
                {"legend", {{"orient", "bottom"}}}}},
              {"tooltip", Json::array({{{"field", "series"}, {"title", "subject"}},
                                       {{"field", "category"}},
                                       {{"field", "told"}, {"title", "value"}}})}}}};
  // Dark cells get light numbers: cells are dark in the lower half of the colours.
  const Json number{{"field", "y"}, {"type", "quantitative"}, {"format", ".2f"}};
  const Json text{
      {"transform", only("!datum.outside")},
      {"mark", {{"type", "text"}}},
      {"encoding",
       {{"text", number},
        {"color",
         {{"condition", {{"test", "datum.light"}, {"value", "white"}}}, {"value", "black"}}}}}};
  const Json uncoloured{{"transform", only("datum.outside")},
                        {"mark", {{"type", "text"}}},
                        {"encoding", {{"text", number}}}};
  Json rows = category_rows(figure);
  double low = 1e300, high = -1e300;
  for (const auto& point : figure.points) {
    if (std::isnan(point.y) || stays_outside(figure, point)) continue;
    low = std::min(low, point.y);
    high = std::max(high, point.y);
  }
  if (low < high) {
    cell["encoding"]["color"]["scale"] = {{"domain", {drawn_number(low), drawn_number(high)}},
                                          {"clamp", true}};
  }
  for (std::size_t i = 0; i < figure.points.size(); ++i) {
    rows[i]["light"] = figure.points[i].y < low + .55 * (high - low);
    rows[i]["outside"] = stays_outside(figure, figure.points[i]);
  }
  return {{"data", inline_data(std::move(rows))},
          {"width", "container"},
          {"height", {{"step", 30}}},
          {"encoding", {{"x", x}, {"y", y}}},
          {"layer", Json::array({cell, text, uncoloured})}};
}

}  // namespace sonde
