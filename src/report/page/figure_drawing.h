#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/report.h"

namespace sonde {

// A program of JavaScript for `node -e`: it reads drawing_input() and writes pictures.
extern const std::string_view kDrawingLoader;

// The program's input: the script that draws, and the specifications among the files. `width` in
// millimetres. Errors: kUsage in a build without Node.js, which has no such script.
std::string drawing_input(std::span<const FigureFile> files, double width);

// The pictures that it wrote: NAME.svg. Errors: kOutside unless that is what it wrote.
std::vector<FigureFile> drawn_pictures(std::string_view output);

}  // namespace sonde
