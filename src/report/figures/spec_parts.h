#pragma once

#include <string>
#include <vector>

#include "report/figures/figure.h"
#include "report/json_parts.h"

namespace sonde {

// The parts that specifications of figures have in common (Vega-Lite).

// The number with the digits that a picture and a tooltip need.
Json drawn_number(double value);

Json inline_data(Json values);

Json axis_title(const std::string& title);  // null if it is empty

// Channels of a field.
Json field_channel(const char* name, const char* type, const std::string& title);
Json ordered_channel(const char* name, const std::vector<std::string>& order,
                     const std::string& title);
Json colour_channel(const std::vector<std::string>& series);
Json tooltip_channel(const Figure& figure, const char* value);

}  // namespace sonde
