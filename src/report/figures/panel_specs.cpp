#include "report/figures/panel_specs.h"

#include <algorithm>
#include <vector>

#include "report/figures/spec_parts.h"

namespace sonde {
namespace {

Json density_rows(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& subject : figure.series) {
    std::vector<std::vector<const FigurePoint*>> curves(figure.categories.size());
    for (const auto& point : figure.points) {
      if (point.series != subject) continue;
      const auto at = std::ranges::find(figure.categories, point.category);
      curves[static_cast<std::size_t>(at - figure.categories.begin())].push_back(&point);
    }
    for (std::size_t i = 0; i < curves.front().size(); ++i) {
      double least = curves.front()[i]->y;
      for (std::size_t c = 0; c < curves.size(); ++c) {
        if (i >= curves[c].size()) continue;
        const FigurePoint& point = *curves[c][i];
        least = std::min(least, point.y);
        rows.push_back({{"series", subject},
                        {"category", point.category},
                        {"x", drawn_number(point.x)},
                        {"y", drawn_number(point.y)}});
      }
      rows.push_back({{"series", subject},
                      {"category", "both"},
                      {"x", drawn_number(curves.front()[i]->x)},
                      {"y", drawn_number(least)}});
    }
  }
  return rows;
}

Json mark_rows(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& mark : figure.marks) {
    const auto& panels = mark.series.empty() ? figure.series : std::vector{mark.series};
    for (const auto& series : panels) {
      rows.push_back({{"series", series}, {"mark", mark.title}, {"at", drawn_number(mark.at)}});
    }
  }
  return rows;
}

// A panel a series, one below the other.
Json panels(const Figure& figure, Json rows, Json layers, bool own_height) {
  Json row = ordered_channel("series", figure.series, {});
  row["header"] = {{"labelAngle", 0},        {"labelAlign", "left"},      {"labelOrient", "top"},
                   {"labelAnchor", "start"}, {"labelFontWeight", "bold"}, {"labelLimit", 420}};
  Json spec{{"data", inline_data(std::move(rows))},
            {"facet", {{"row", row}}},
            {"spacing", 14},
            {"spec", {{"width", 620}, {"height", 90}, {"layer", std::move(layers)}}}};
  if (own_height) spec["resolve"] = {{"scale", {{"y", "independent"}}}};
  return spec;
}

}  // namespace

Json density_spec(const Figure& figure) {
  Json x = field_channel("x", "quantitative", figure.x);
  x["scale"] = {{"zero", false}, {"nice", false}};
  Json y = field_channel("y", "quantitative", figure.y);
  y["axis"] = {{"tickCount", 3}};
  Json colour = ordered_channel("category", figure.categories, {});
  colour["scale"] = {{"domain", figure.categories}};
  colour["legend"] = {{"orient", "top"}};
  const Json both{{"transform", Json::array({{{"filter", "datum.category === 'both'"}}})},
                  {"mark", {{"type", "area"}, {"opacity", .3}, {"color", "gray"}}},
                  {"encoding", {{"x", x}, {"y", y}}}};
  const Json curves{{"transform", Json::array({{{"filter", "datum.category !== 'both'"}}})},
                    {"mark", {{"type", "line"}, {"strokeWidth", 2}, {"tooltip", true}}},
                    {"encoding",
                     {{"x", x},
                      {"y", y},
                      {"color", colour},
                      {"strokeDash",
                       {{"field", "category"},
                        {"type", "nominal"},
                        {"sort", figure.categories},
                        {"legend", nullptr}}}}}};
  Json rows = density_rows(figure);
  for (auto& mark : mark_rows(figure)) rows.push_back(std::move(mark));
  const Json threshold{{"transform", Json::array({{{"filter", "isValid(datum.at)"}}})},
                       {"mark", {{"type", "rule"}, {"strokeDash", {2, 3}}, {"tooltip", true}}},
                       {"encoding",
                        {{"x", {{"field", "at"}, {"type", "quantitative"}}},
                         {"tooltip", Json::array({{{"field", "mark"}, {"title", "mark"}},
                                                  {{"field", "at"}, {"title", "at"}}})}}}};
  return panels(figure, std::move(rows), Json::array({both, curves, threshold}), true);
}

// One row per subject, one column per name if there are several.
Json histogram_spec(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"category", point.category},
                    {"from", drawn_number(point.x - figure.step / 2)},
                    {"to", drawn_number(point.x + figure.step / 2)},
                    {"none", 0},
                    {"y", drawn_number(point.y)}});
  }
  Json y = field_channel("y", "quantitative", figure.y);
  y["axis"] = {{"tickCount", 3}};
  const Json bar{{"mark", {{"type", "rect"}, {"tooltip", true}}},
                 {"encoding",
                  {{"x", field_channel("from", "quantitative", figure.x)},
                   {"x2", {{"field", "to"}}},
                   {"y", y},
                   {"y2", {{"field", "none"}}}}}};
  Json spec = panels(figure, std::move(rows), Json::array({bar}), false);
  if (figure.categories.empty()) return spec;
  Json column = ordered_channel("category", figure.categories, {});
  column["header"] = {{"labelFontWeight", "bold"}};
  spec["facet"]["column"] = std::move(column);
  spec["spec"]["width"] = 620 / figure.categories.size();
  return spec;
}

}  // namespace sonde
