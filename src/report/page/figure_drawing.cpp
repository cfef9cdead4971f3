#include "report/page/figure_drawing.h"

#include <nlohmann/json.hpp>

#include "report/page/page_bundle.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kSpec = ".vl.json", kData = "\n//data\n";

}  // namespace

const std::string_view kDrawingLoader = R"js(
const all = require("fs").readFileSync(0, "utf8"), at = all.indexOf("\n//data\n");
const figures = new Function(all.slice(0, at) + ";return figures;")();
figures.draw(JSON.parse(all.slice(at + 8))).then((drawn) => process.stdout.write(JSON.stringify(drawn)));
)js";

std::string drawing_input(std::span<const FigureFile> files, double width) {
  if (figures_bundle().empty()) {
    throw usage_error("this build can't draw figures: it was made without Node.js",
                      "install Node.js 18 or later with npm, then configure and build again; or "
                      "take --format json,csv");
  }
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const auto& file : files) {
    if (!file.name.ends_with(kSpec)) continue;
    figures.push_back({{"id", file.name.substr(0, file.name.size() - kSpec.size())},
                       {"spec", nlohmann::ordered_json::parse(file.text)}});
  }
  const nlohmann::ordered_json data{{"width", width}, {"figures", std::move(figures)}};
  return std::string(figures_bundle()) + std::string(kData) + data.dump();
}

std::vector<FigureFile> drawn_pictures(std::string_view output) {
  std::vector<FigureFile> pictures;
  try {
    for (const auto& one : nlohmann::json::parse(output)) {
      pictures.push_back({one.at("id").get<std::string>() + ".svg", one.at("svg")});
    }
  } catch (const nlohmann::json::exception&) {
    throw outside_error("node wrote no figures", {}, "is it Node.js 18 or later?");
  }
  return pictures;
}

}  // namespace sonde
