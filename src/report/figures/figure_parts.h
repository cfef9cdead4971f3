#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// The parts that figures of all sources have in common.

FigurePoint point_of(const Result& result, std::string series, std::string category);

// Adds its series and category too, if they are new.
void add_point(Figure& figure, FigurePoint point);

void add_marks(Figure& figure, const OverviewTask& task, const FigureForm& form);

using Chances = std::vector<std::pair<std::string, double>>;  // categories and their chance

// A line at chance, or a tick at each category's own chance.
void add_chances(Figure& figure, const Chances& chances);

std::vector<std::string> baselines_of(const Overview& overview);

// The value of a point, or the median of a box. NaN: it is undefined.
double height_of(const FigurePoint& point);
bool is_undefined(const FigurePoint& point);

}  // namespace sonde
