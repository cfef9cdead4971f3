#include <nlohmann/json.hpp>

#include "report/number_format.h"
#include "report/page/report_json.h"
#include "report/text_table.h"
#include "sonde/report.h"

namespace sonde {
namespace {

std::string number(double value) { return std::isnan(value) ? "" : exact(value); }

std::string csv_of(const Figure& figure) {
  if (figure.kind == FigureKind::kBox) {
    std::string text = csv_line({"series", "category", "lowest", "q1", "median", "q3", "highest"});
    for (const auto& point : figure.points) {
      std::vector<std::string> fields{point.series, point.category};
      for (const double value : point.box) fields.push_back(number(value));
      text += csv_line(fields);
    }
    return text;
  }
  std::string text = csv_line({"series", "category", "x", "y", "low", "high"});
  for (const auto& point : figure.points) {
    text += csv_line({point.series, point.category, number(point.x), number(point.y),
                      number(point.low), number(point.high)});
  }
  return text;
}

// The specification as the report draws it, with its title.
std::string spec_of(const Figure& figure) {
  auto spec = nlohmann::ordered_json::parse(figure_spec(figure));
  spec["title"] = {{"text", figure.title}, {"anchor", "start"}};
  if (spec.contains("width") && spec["width"] == "container") spec["width"] = 620;
  return spec.dump(1) + "\n";
}

}  // namespace

std::vector<FigureFile> figure_files(const Overview& overview, const ReportOptions& options) {
  std::vector<FigureFile> files;
  for (const auto& of : all_figures(overview, options)) {
    if (constant_of(of.figure)) continue;
    files.push_back({of.figure.id + ".vl.json", spec_of(of.figure)});
    files.push_back({of.figure.id + ".csv", csv_of(of.figure)});
  }
  return files;
}

}  // namespace sonde
