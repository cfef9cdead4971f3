#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sonde/result.h"

namespace sonde {

// The title of a result or a row on pages: the label of the whole name, or the labels of its parts
// between dots ("c1.ned.tf") or before a colon ("fuzz:place=middle"). The name itself if no part
// has a label.
std::string label_of_name(const std::vector<FigureForm::Name>& labels, std::string_view name);

}  // namespace sonde
