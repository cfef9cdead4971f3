#include "report/figures/spec_parts.h"

#include <cmath>

namespace sonde {

// The number with the digits that a picture and a tooltip need.
Json drawn_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == 0) return 0;
  const double unit = std::pow(10., 5 - std::ceil(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

Json inline_data(Json values) { return {{"values", std::move(values)}}; }

Json axis_title(const std::string& title) { return title.empty() ? Json(nullptr) : Json(title); }

Json field_channel(const char* name, const char* type, const std::string& title) {
  return {{"field", name}, {"type", type}, {"title", axis_title(title)}};
}

Json ordered_channel(const char* name, const std::vector<std::string>& order,
                     const std::string& title) {
  Json channel = field_channel(name, "nominal", title);
  channel["sort"] = order;
  return channel;
}

Json colour_channel(const std::vector<std::string>& series) {
  Json channel = ordered_channel("series", series, {});
  channel["scale"] = {{"domain", series}};
  channel["legend"] =
      series.size() < 2 ? Json(nullptr) : Json{{"orient", "top"}, {"symbolOpacity", 1}};
  return channel;
}

Json tooltip_channel(const Figure& figure, const char* value) {
  Json fields = Json::array({{{"field", "series"}, {"title", "subject"}}});
  if (!figure.categories.empty() && figure.categories != figure.series)
    fields.push_back({{"field", "category"}, {"title", axis_title(figure.x)}});
  fields.push_back({{"field", value}, {"title", axis_title(figure.y)}});
  return fields;
}

}  // namespace sonde
