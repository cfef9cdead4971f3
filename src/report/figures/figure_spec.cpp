#include <algorithm>
#include <cmath>

#include "base/ascii.h"
#include "report/figures/figure.h"
#include "report/json_parts.h"

namespace sonde {
namespace {

// The number with the digits that a picture and a tooltip need.
Json drawn(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == 0) return 0;
  const double unit = std::pow(10., 5 - std::ceil(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

Json data(Json values) { return {{"values", std::move(values)}}; }

Json axis_title(const std::string& title) { return title.empty() ? Json(nullptr) : Json(title); }

Json field(const char* name, const char* type, const std::string& title) {
  return {{"field", name}, {"type", type}, {"title", axis_title(title)}};
}

Json ordered(const char* name, const std::vector<std::string>& order, const std::string& title) {
  Json channel = field(name, "nominal", title);
  channel["sort"] = order;
  return channel;
}

Json colours(const std::vector<std::string>& series) {
  Json channel = ordered("series", series, {});
  channel["scale"] = {{"domain", series}};
  channel["legend"] =
      series.size() < 2 ? Json(nullptr) : Json{{"orient", "top"}, {"symbolOpacity", 1}};
  return channel;
}

Json tooltip(const Figure& figure, const char* value) {
  Json fields = Json::array({{{"field", "series"}, {"title", "subject"}}});
  if (!figure.categories.empty() && figure.categories != figure.series)
    fields.push_back({{"field", "category"}, {"title", axis_title(figure.x)}});
  fields.push_back({{"field", value}, {"title", axis_title(figure.y)}});
  return fields;
}

Json category_rows(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"category", point.category},
                    {"y", drawn(point.y)},
                    {"low", drawn(point.low)},
                    {"high", drawn(point.high)},
                    {"told", point.told}});
  }
  return rows;
}

// Several subjects at a place of the axis are drawn next to each other.
bool stands_beside(const Figure& figure) {
  return figure.categories != figure.series && figure.series.size() > 1;
}

// Baselines are as far away as can be: their values would leave the others one colour.
bool stays_outside(const Figure& figure, const FigurePoint& point) {
  return figure.baselines.size() < figure.series.size() &&
         std::ranges::find(figure.baselines, point.series) != figure.baselines.end();
}

Json heat_map(const Figure& figure) {
  const Json x = [&] {
    Json channel = ordered("category", figure.categories, figure.x);
    channel["axis"] = {{"orient", "top"}, {"labelAngle", 30}, {"labelLimit", 220}};
    return channel;
  }();
  Json y = ordered("series", figure.series, {});
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
    cell["encoding"]["color"]["scale"] = {{"domain", {drawn(low), drawn(high)}}, {"clamp", true}};
  }
  for (std::size_t i = 0; i < figure.points.size(); ++i) {
    rows[i]["light"] = figure.points[i].y < low + .55 * (high - low);
    rows[i]["outside"] = stays_outside(figure, figure.points[i]);
  }
  return {{"data", data(std::move(rows))},
          {"width", "container"},
          {"height", {{"step", 30}}},
          {"encoding", {{"x", x}, {"y", y}}},
          {"layer", Json::array({cell, text, uncoloured})}};
}

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
                        {"x", drawn(point.x)},
                        {"y", drawn(point.y)}});
      }
      rows.push_back({{"series", subject},
                      {"category", "both"},
                      {"x", drawn(curves.front()[i]->x)},
                      {"y", drawn(least)}});
    }
  }
  return rows;
}

Json mark_rows(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& mark : figure.marks) {
    const auto& panels = mark.series.empty() ? figure.series : std::vector{mark.series};
    for (const auto& series : panels) {
      rows.push_back({{"series", series}, {"mark", mark.title}, {"at", drawn(mark.at)}});
    }
  }
  return rows;
}

// A panel a series, one below the other.
Json panels(const Figure& figure, Json rows, Json layers, bool own_height) {
  Json row = ordered("series", figure.series, {});
  row["header"] = {{"labelAngle", 0},        {"labelAlign", "left"},      {"labelOrient", "top"},
                   {"labelAnchor", "start"}, {"labelFontWeight", "bold"}, {"labelLimit", 420}};
  Json spec{{"data", data(std::move(rows))},
            {"facet", {{"row", row}}},
            {"spacing", 14},
            {"spec", {{"width", 620}, {"height", 90}, {"layer", std::move(layers)}}}};
  if (own_height) spec["resolve"] = {{"scale", {{"y", "independent"}}}};
  return spec;
}

Json densities(const Figure& figure) {
  Json x = field("x", "quantitative", figure.x);
  x["scale"] = {{"zero", false}, {"nice", false}};
  Json y = field("y", "quantitative", figure.y);
  y["axis"] = {{"tickCount", 3}};
  Json colour = ordered("category", figure.categories, {});
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

Json mark_layer(const FigureMark& mark) {
  Json layer{
      {"data", data(Json::array({{{"at", drawn(mark.at)}, {"mark", mark.title}}}))},
      {"mark", {{"type", "rule"}, {"strokeDash", {4, 3}}, {"tooltip", true}}},
      {"encoding",
       {{"x", {{"field", "at"}, {"type", "quantitative"}}}, {"y", nullptr}, {"yOffset", nullptr}}}};
  if (mark.category.empty()) return layer;
  layer["data"]["values"][0]["category"] = mark.category;
  layer["mark"] = {{"type", "tick"}, {"thickness", 1.5}, {"tooltip", true}};
  layer["encoding"]["y"] = {{"field", "category"}, {"type", "nominal"}};
  return layer;
}

// Whether its boxes are on both sides of 0.
bool spans_zero(const Figure& figure) {
  const auto below = [](const auto& point) { return point.box.front() < 0; };
  const auto above = [](const auto& point) { return point.box.back() > 0; };
  return std::ranges::any_of(figure.points, below) && std::ranges::any_of(figure.points, above);
}

Json box(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"category", point.category},
                    {"lowest", drawn(point.box[0])},
                    {"q1", drawn(point.box[1])},
                    {"median", drawn(point.box[2])},
                    {"q3", drawn(point.box[3])},
                    {"highest", drawn(point.box[4])}});
  }
  const auto from_to = [](const char* from, const char* to) {
    return Json{{"x", {{"field", from}, {"type", "quantitative"}}}, {"x2", {{"field", to}}}};
  };
  Json whiskers{{"mark", {{"type", "rule"}}}, {"encoding", from_to("lowest", "highest")}};
  whiskers["encoding"]["x"]["title"] = axis_title(figure.y);
  whiskers["encoding"]["x"]["scale"] = {{"zero", false}};
  Json middle{{"mark", {{"type", "bar"}, {"tooltip", {{"content", "data"}}}}},
              {"encoding", from_to("q1", "q3")}};
  middle["encoding"]["color"] = colours(figure.series);
  Json median{{"mark", {{"type", "tick"}, {"thickness", 2}, {"color", "black"}}},
              {"encoding", {{"x", {{"field", "median"}, {"type", "quantitative"}}}}}};
  Json y = ordered("category", figure.categories, figure.x);
  y["axis"] = {{"labelLimit", 220}};
  Json encoding{{"y", y}};
  if (stands_beside(figure)) encoding["yOffset"] = ordered("series", figure.series, {});
  Json layers = Json::array({whiskers, middle, median});
  if (spans_zero(figure)) layers.push_back(mark_layer({"", "0", 0}));
  return {{"data", data(std::move(rows))},
          {"width", "container"},
          {"height", {{"step", stands_beside(figure) ? 16 : 34}}},
          {"encoding", std::move(encoding)},
          {"layer", std::move(layers)}};
}

// Values as points with their intervals, on the range of the data.
Json bars(const Figure& figure) {
  Json x = field("y", "quantitative", figure.y);
  x["scale"] = {{"zero", false}, {"nice", false}, {"padding", 8}};
  Json interval{{"mark", {{"type", "rule"}, {"strokeWidth", 3}, {"opacity", .45}}},
                {"encoding",
                 {{"x", {{"field", "low"}, {"type", "quantitative"}}},
                  {"x2", {{"field", "high"}}},
                  {"color", colours(figure.series)}}}};
  Json point{{"mark", {{"type", "point"}, {"filled", true}, {"opacity", 1}, {"size", 60}}},
             {"encoding",
              {{"x", x}, {"color", colours(figure.series)}, {"tooltip", tooltip(figure, "told")}}}};
  Json layers = Json::array({interval, point});
  for (const auto& mark : figure.marks) {
    if (mark.series.empty()) layers.push_back(mark_layer(mark));
  }
  Json category = ordered("category", figure.categories, figure.x);
  category["axis"] = {{"labelLimit", 240}, {"grid", true}};
  Json encoding{{"y", category}};
  if (stands_beside(figure)) encoding["yOffset"] = ordered("series", figure.series, {});
  Json spec{{"data", data(category_rows(figure))},
            {"width", "container"},
            {"height", {{"step", stands_beside(figure) ? 14 : 26}}},
            {"encoding", std::move(encoding)},
            {"layer", std::move(layers)}};
  if (!stands_beside(figure)) {  // the axis names the subjects
    for (auto& layer : spec["layer"]) {
      if (layer["encoding"].contains("color")) layer["encoding"]["color"]["legend"] = nullptr;
    }
  }
  return spec;
}

Json scatter(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"category", point.category},
                    {"x", drawn(point.x)},
                    {"y", drawn(point.y)}});
  }
  Json encoding{{"x", field("x", "quantitative", figure.x)},
                {"y", field("y", "quantitative", figure.y)}};
  encoding["y"]["scale"] = {{"zero", false}};
  if (!figure.categories.empty()) {
    encoding["color"] = ordered("category", figure.categories, {});
    encoding["shape"] = ordered("category", figure.categories, {});
  }
  Json facet = ordered("series", figure.series, {});
  facet["header"] = {{"labelFontWeight", "bold"}, {"labelLimit", 260}};
  return {{"data", data(std::move(rows))},
          {"facet", std::move(facet)},
          {"columns", 2},
          {"resolve", {{"scale", {{"y", "independent"}}}}},
          {"spec",
           {{"width", 280},
            {"height", 240},
            {"mark", {{"type", "point"}, {"size", 14}, {"opacity", .55}}},
            {"encoding", std::move(encoding)}}}};
}

Json line_rows(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"x", drawn(point.x)},
                    {"y", drawn(point.y)},
                    {"low", drawn(point.low)},
                    {"high", drawn(point.high)},
                    {"told", point.told}});
    if (!point.mark.empty()) rows.back()["mark"] = point.mark;
  }
  return rows;
}

// Places on a line, as dots or rings.
Json marked_places(const Figure& figure, const char* mark, bool filled) {
  return {{"transform", Json::array({{{"filter", std::string("datum.mark === '") + mark + "'"}}})},
          {"mark", {{"type", "point"}, {"size", 90}, {"filled", filled}, {"opacity", 1}}},
          {"encoding",
           {{"y", {{"field", "y"}, {"type", "quantitative"}}},
            {"color", colours(figure.series)},
            {"tooltip", tooltip(figure, "told")}}}};
}

// Lines with a band for the intervals.
Json lines(const Figure& figure) {
  const auto& points = figure.points;
  Json y = field("y", "quantitative", figure.y);
  y["scale"] = {{"zero", false}};
  const Json line{{"mark", {{"type", "line"}, {"tooltip", true}}},
                  {"encoding",
                   {{"y", y},
                    {"color", colours(figure.series)},
                    // The same scale, so that both share a legend.
                    {"strokeDash", colours(figure.series)}}}};
  Json layers = Json::array({line});
  if (std::ranges::any_of(points, [](const auto& point) { return !std::isnan(point.low); })) {
    layers.push_back({{"mark", {{"type", "area"}, {"opacity", .15}}},
                      {"encoding",
                       {{"y", {{"field", "low"}, {"type", "quantitative"}}},
                        {"y2", {{"field", "high"}}},
                        {"color", colours(figure.series)}}}});
  }
  if (std::ranges::any_of(points, [](const auto& point) { return !point.mark.empty(); })) {
    layers.push_back(marked_places(figure, kBestMark, true));
    layers.push_back(marked_places(figure, kAsGoodMark, false));
  }
  for (const auto& mark : figure.marks) {
    layers.push_back(
        {{"data", data(Json::array({{{"at", drawn(mark.at)}, {"mark", mark.title}}}))},
         {"mark", {{"type", "rule"}, {"strokeDash", {4, 3}}, {"tooltip", true}}},
         {"encoding", {{"x", nullptr}, {"y", {{"field", "at"}, {"type", "quantitative"}}}}}});
  }
  return {{"data", data(line_rows(figure))},
          {"width", "container"},
          {"height", 280},
          {"encoding", {{"x", field("x", "quantitative", figure.x)}}},
          {"layer", std::move(layers)}};
}

// One row per subject, one column per name if there are several.
Json histogram(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"category", point.category},
                    {"from", drawn(point.x - figure.step / 2)},
                    {"to", drawn(point.x + figure.step / 2)},
                    {"none", 0},
                    {"y", drawn(point.y)}});
  }
  Json y = field("y", "quantitative", figure.y);
  y["axis"] = {{"tickCount", 3}};
  const Json bar{{"mark", {{"type", "rect"}, {"tooltip", true}}},
                 {"encoding",
                  {{"x", field("from", "quantitative", figure.x)},
                   {"x2", {{"field", "to"}}},
                   {"y", y},
                   {"y2", {{"field", "none"}}}}}};
  Json spec = panels(figure, std::move(rows), Json::array({bar}), false);
  if (figure.categories.empty()) return spec;
  Json column = ordered("category", figure.categories, {});
  column["header"] = {{"labelFontWeight", "bold"}};
  spec["facet"]["column"] = std::move(column);
  spec["spec"]["width"] = 620 / figure.categories.size();
  return spec;
}

struct Kind {
  FigureKind kind;
  std::string_view name;
  Json (*draw)(const Figure&);
};

constexpr std::array kKinds{Kind{FigureKind::kHeatMap, "heat_map", heat_map},
                            Kind{FigureKind::kDensities, "densities", densities},
                            Kind{FigureKind::kBox, "box", box},
                            Kind{FigureKind::kBars, "bars", bars},
                            Kind{FigureKind::kScatter, "scatter", scatter},
                            Kind{FigureKind::kLines, "lines", lines},
                            Kind{FigureKind::kHistogram, "histogram", histogram}};

const Kind& find_kind(FigureKind kind) { return *std::ranges::find(kKinds, kind, &Kind::kind); }

}  // namespace

std::string_view figure_kind_name(FigureKind kind) { return find_kind(kind).name; }

std::string figure_spec(const Figure& figure) {
  Json spec{{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
            {"description", figure.summary}};
  spec.update(find_kind(figure.kind).draw(figure));
  return json_text(spec, -1);
}

std::string figure_id(const std::vector<std::string>& words) {
  std::string id;
  const auto end_part = [&] {
    if (!id.empty() && id.back() != '-') id += '-';
  };
  for (const auto& word : words) {
    end_part();
    for (const char c : word) {
      if (ascii::is_letter(c) || ascii::is_digit(c)) {
        id += ascii::lower(c);
      } else {
        end_part();
      }
    }
  }
  while (id.ends_with('-')) id.pop_back();
  return id.substr(0, 100);
}

}  // namespace sonde
