#include "apps/cli/figure_pictures.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/names.h"
#include "base/parse.h"
#include "outside/programs/child_process.h"
#include "outside/programs/filter_child.h"
#include "report/page/figure_drawing.h"
#include "sonde/error.h"

namespace sonde {
namespace {

struct PictureFormat {
  std::string_view name, suffix;
  bool converted = false;  // from SVG
};
constexpr std::array kPictureFormats{
    PictureFormat{"json", ".vl.json"}, PictureFormat{"csv", ".csv"}, PictureFormat{"svg", ".svg"},
    PictureFormat{"pdf", ".pdf", true}, PictureFormat{"png", ".png", true}};

std::string program(const std::string& name, const std::string& package) {
  const auto found = find_program(name);
  if (found) return found->string();
  throw outside_error(name + " is not available", {},
                      "install Debian's package " + package + ", or take --format json,csv");
}

std::string piped(std::vector<std::string> words, std::string_view input) {
  FilterChild child({.words = std::move(words)}, input);
  std::string output;
  std::array<char, 65536> part{};
  while (const std::size_t size = child.read(part)) output.append(part.data(), size);
  return output;
}

std::vector<FigureFile> drawn(std::span<const FigureFile> figures, double width) {
  const auto input = drawing_input(figures, width);
  return drawn_pictures(
      piped({program("node", "nodejs"), "-e", std::string(kDrawingLoader)}, input));
}

FigureFile converted(const FigureFile& svg, const PictureFormat& format) {
  const std::string name = std::filesystem::path(svg.name).stem().string();
  return {name + std::string(format.suffix),
          piped({program("rsvg-convert", "librsvg2-bin"), "--format=" + std::string(format.name),
                 "--dpi-x=600", "--dpi-y=600"},
                svg.text)};
}

}  // namespace

double width_in_millimetres(const std::string& word) {
  struct Unit {
    std::string_view name;
    double millimetres;
  };
  for (const auto& [name, millimetres] : {Unit{"mm", 1}, Unit{"cm", 10}, Unit{"in", 25.4}}) {
    if (!word.ends_with(name)) continue;
    const auto number = parse_number<double>(word.substr(0, word.size() - name.size()));
    constexpr double kLeast = 30, kMost = 500;
    if (number && *number * millimetres >= kLeast && *number * millimetres <= kMost) {
      return *number * millimetres;
    }
  }
  throw usage_error("'" + word + "' is not a width", "write 84mm, 8.4cm or 3.3in, 30mm to 500mm");
}

std::vector<std::string> picture_formats(const std::string& words) {
  std::vector<std::string> formats;
  for (const auto part : parts_of(words, ',')) {
    formats.emplace_back(find_row(kPictureFormats, "format of figures", trimmed(part)).name);
  }
  return formats;
}

std::vector<FigureFile> pictures(std::span<const FigureFile> figures,
                                 const PictureOptions& options) {
  std::vector<FigureFile> files, svgs;
  for (const auto& name : options.formats) {
    const auto& format = find_row(kPictureFormats, "format of figures", name);
    const bool is_drawn = format.converted || format.name == "svg";
    if (is_drawn && svgs.empty()) svgs = drawn(figures, options.width);
    for (const auto& svg : is_drawn ? std::span<const FigureFile>(svgs) : figures) {
      if (format.converted) {
        files.push_back(converted(svg, format));
      } else if (svg.name.ends_with(format.suffix)) {
        files.push_back(svg);
      }
    }
  }
  return files;
}

}  // namespace sonde
