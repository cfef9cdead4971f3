#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "report/figures/heat_map_spec.h"
#include "report/figures/panel_specs.h"
#include "report/figures/spec_parts.h"
#include "report/json_parts.h"

namespace sonde {
namespace {

Json category_rows(const Figure& figure) {
  Json rows = Json::array();
  for (const auto& point : figure.points) {
    rows.push_back({{"series", point.series},
                    {"category", point.category},
                    {"y", drawn_number(point.y)},
                    {"low", drawn_number(point.low)},
                    {"high", drawn_number(point.high)},
                    {"told", point.told}});
  }
  return rows;
}

// Several subjects at a place of the axis are drawn next to each other.
bool stands_beside(const Figure& figure) {
  return figure.categories != figure.series && figure.series.size() > 1;
}

Json mark_layer(const FigureMark& mark) {
  Json layer{
      {"data", inline_data(Json::array({{{"at", drawn_number(mark.at)}, {"mark", mark.title}}}))},
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
                    {"lowest", drawn_number(point.box[0])},
                    {"q1", drawn_number(point.box[1])},
                    {"median", drawn_number(point.box[2])},
                    {"q3", drawn_number(point.box[3])},
                    {"highest", drawn_number(point.box[4])}});
  }
  const auto from_to = [](const char* from, const char* to) {
    return Json{{"x", {{"field", from}, {"type", "quantitative"}}}, {"x2", {{"field", to}}}};
  };
  Json whiskers{{"mark", {{"type", "rule"}}}, {"encoding", from_to("lowest", "highest")}};
  whiskers["encoding"]["x"]["title"] = axis_title(figure.y);
  whiskers["encoding"]["x"]["scale"] = {{"zero", false}};
  Json middle{{"mark", {{"type", "bar"}, {"tooltip", {{"content", "data"}}}}},
              {"encoding", from_to("q1", "q3")}};
  middle["encoding"]["color"] = colour_channel(figure.series);
  Json median{{"mark", {{"type", "tick"}, {"thickness", 2}, {"color", "black"}}},
              {"encoding", {{"x", {{"field", "median"}, {"type", "quantitative"}}}}}};
  Json y = ordered_channel("category", figure.categories, figure.x);
  y["axis"] = {{"labelLimit", 220}};
  Json encoding{{"y", y}};
  if (stands_beside(figure)) encoding["yOffset"] = ordered_channel("series", figure.series, {});
  Json layers = Json::array({whiskers, middle, median});
  if (spans_zero(figure)) layers.push_back(mark_layer({"", "0", 0}));
  return {{"data", inline_data(std::move(rows))},
          {"width", "container"},
          {"height", {{"step", stands_beside(figure) ? 16 : 34}}},
          {"encoding", std::move(encoding)},
          {"layer", std::move(layers)}};
}

// Values as points with their intervals, on the range of the data.
Json bars(const Figure& figure) {
  Json x = field_channel("y", "quantitative", figure.y);
  x["scale"] = {{"zero", false}, {"nice", false}, {"padding", 8}};
  Json interval{{"mark", {{"type", "rule"}, {"strokeWidth", 3}, {"opacity", .45}}},
                {"encoding",
                 {{"x", {{"field", "low"}, {"type", "quantitative"}}},
                  {"x2", {{"field", "high"}}},
                  {"color", colour_channel(figure.series)}}}};
  Json point{{"mark", {{"type", "point"}, {"filled", true}, {"opacity", 1}, {"size", 60}}},
             {"encoding",
              {{"x", x},
               {"color", colour_channel(figure.series)},
               {"tooltip", tooltip_channel(figure, "told")}}}};
  Json layers = Json::array({interval, point});
  for (const auto& mark : figure.marks) {
    if (mark.series.empty()) layers.push_back(mark_layer(mark));
  }
  Json category = ordered_channel("category", figure.categories, figure.x);
  category["axis"] = {{"labelLimit", 240}, {"grid", true}};
  Json encoding{{"y", category}};
  if (stands_beside(figure)) encoding["yOffset"] = ordered_channel("series", figure.series, {});
  Json spec{{"data", inline_data(category_rows(figure))},
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
                    {"x", drawn_number(point.x)},
                    {"y", drawn_number(point.y)}});
  }
  Json encoding{{"x", field_channel("x", "quantitative", figure.x)},
                {"y", field_channel("y", "quantitative", figure.y)}};
  encoding["y"]["scale"] = {{"zero", false}};
  if (!figure.categories.empty()) {
    encoding["color"] = ordered_channel("category", figure.categories, {});
    encoding["shape"] = ordered_channel("category", figure.categories, {});
  }
  Json facet = ordered_channel("series", figure.series, {});
  facet["header"] = {{"labelFontWeight", "bold"}, {"labelLimit", 260}};
  return {{"data", inline_data(std::move(rows))},
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
                    {"x", drawn_number(point.x)},
                    {"y", drawn_number(point.y)},
                    {"low", drawn_number(point.low)},
                    {"high", drawn_number(point.high)},
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
            {"color", colour_channel(figure.series)},
            {"tooltip", tooltip_channel(figure, "told")}}}};
}

// Lines with a band for the intervals.
Json lines(const Figure& figure) {
  const auto& points = figure.points;
  Json y = field_channel("y", "quantitative", figure.y);
  y["scale"] = {{"zero", false}};
  const Json line{{"mark", {{"type", "line"}, {"tooltip", true}}},
                  {"encoding",
                   {{"y", y},
                    {"color", colour_channel(figure.series)},
                    // The same scale, so that both share a legend.
                    {"strokeDash", colour_channel(figure.series)}}}};
  Json layers = Json::array({line});
  if (std::ranges::any_of(points, [](const auto& point) { return !std::isnan(point.low); })) {
    layers.push_back({{"mark", {{"type", "area"}, {"opacity", .15}}},
                      {"encoding",
                       {{"y", {{"field", "low"}, {"type", "quantitative"}}},
                        {"y2", {{"field", "high"}}},
                        {"color", colour_channel(figure.series)}}}});
  }
  if (std::ranges::any_of(points, [](const auto& point) { return !point.mark.empty(); })) {
    layers.push_back(marked_places(figure, kBestMark, true));
    layers.push_back(marked_places(figure, kAsGoodMark, false));
  }
  for (const auto& mark : figure.marks) {
    layers.push_back(
        {{"data",
          inline_data(Json::array({{{"at", drawn_number(mark.at)}, {"mark", mark.title}}}))},
         {"mark", {{"type", "rule"}, {"strokeDash", {4, 3}}, {"tooltip", true}}},
         {"encoding", {{"x", nullptr}, {"y", {{"field", "at"}, {"type", "quantitative"}}}}}});
  }
  return {{"data", inline_data(line_rows(figure))},
          {"width", "container"},
          {"height", 280},
          {"encoding", {{"x", field_channel("x", "quantitative", figure.x)}}},
          {"layer", std::move(layers)}};
}

struct Kind {
  FigureKind kind;
  std::string_view name;
  Json (*draw)(const Figure&);
};

constexpr std::array kKinds{Kind{FigureKind::kHeatMap, "heat_map", heat_map_spec},
                            Kind{FigureKind::kDensities, "densities", density_spec},
                            Kind{FigureKind::kBox, "box", box},
                            Kind{FigureKind::kBars, "bars", bars},
                            Kind{FigureKind::kScatter, "scatter", scatter},
                            Kind{FigureKind::kLines, "lines", lines},
                            Kind{FigureKind::kHistogram, "histogram", histogram_spec}};

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
