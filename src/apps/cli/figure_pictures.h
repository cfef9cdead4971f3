#pragma once

#include <span>
#include <string>
#include <vector>

#include "sonde/report.h"

namespace sonde {

// How figures are written: "svg", "pdf" and "png" are drawn, "json" and "csv" are their numbers.
struct PictureOptions {
  std::vector<std::string> formats;
  double width = 84;  // millimetres
};

// "84mm", "8.4cm" or "3.3in" in millimetres. Errors: kUsage for another word, or no width of paper.
double width_in_millimetres(const std::string& word);

// The formats of "svg,pdf". Errors: kUsage for an unknown one.
std::vector<std::string> picture_formats(const std::string& words);

// The files in these formats, made from those of figure_files(). Node draws SVG, and rsvg-convert
// converts it to PDF and PNG. Errors: kOutside, naming the Debian package, if one is missing.
std::vector<FigureFile> pictures(std::span<const FigureFile> figures,
                                 const PictureOptions& options);

}  // namespace sonde
