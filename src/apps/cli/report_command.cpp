#include <fmt/format.h>

#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/encoder_speed.h"
#include "apps/cli/figure_pictures.h"
#include "apps/cli/overview_options.h"
#include "apps/cli/progress.h"
#include "base/counted.h"
#include "base/default_text.h"
#include "base/output_file.h"
#include "base/output_set.h"
#include "report/page/page_bundle.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

void write_figures(const std::filesystem::path& folder, std::vector<FigureFile> figures,
                   bool replace) {
  std::vector<OutputFile> files;
  for (auto& [name, text] : figures) files.push_back({std::move(name), std::move(text)});
  write_output_set(folder, kFigureSet, files, replace);
  say(fmt::format("wrote {} of figures to {}", counted(files.size(), "file"), folder.string()));
}

struct ReportWords {
  std::string out, title, figures, formats = "json,csv",
                                   width = fmt::format("{}mm", PictureOptions().width);
  bool replace = false, speed = false;
};

void add_report_options(CLI::App& app, ReportWords& words) {
  app.add_option("-o,--out", words.out,
                 "the file to write; default: report.html, or none with --figures");
  app.add_option("--title", words.title, "title of the report; default: the names of the runs");
  app.add_option("--figures", words.figures, "write each figure to a file in this folder");
  app.add_option(
      "--format", words.formats,
      with_default("formats of the figures: svg, pdf, png (for a paper), json (Vega-Lite), csv",
                   words.formats));
  app.add_option(
      "--width", words.width,
      with_default("width of svg, pdf and png figures, such as 84mm or 3.3in", words.width));
  app.add_flag("--replace", words.replace, "replace an earlier report and its figures");
  app.add_flag("--speed", words.speed,
               "measure the speed of each encoder on this machine now, in texts per second");
}

void check_places(const ReportWords& words, const OverviewOptions& options) {
  std::vector<NamedPlace> inputs;
  for (const auto& run : options.runs) inputs.push_back({"a run", run});
  for (const auto& ratings : options.ratings) inputs.push_back({"--ratings", ratings});
  std::vector<NamedPlace> outputs{{"--out", words.out}, {"--figures", words.figures}};
  if (!words.figures.empty()) {
    outputs.push_back(
        {"the list of --figures", std::filesystem::path(words.figures) / kFigureSet.list});
  }
  check_apart(outputs, inputs);
}

}  // namespace

int report_command(std::vector<std::string> args, const Surroundings& surroundings) {
  OverviewOptions options;
  options.needs = Needs::kFigures;
  ReportWords words;
  const auto app =
      option_parser("report",
                    "Writes one HTML file about runs: what each subject understands, figures, "
                    "every item.");
  add_overview_options(*app, options);
  add_report_options(*app, words);
  parse(*app, std::move(args));
  if (words.out.empty() && words.figures.empty()) words.out = "report.html";
  check_places(words, options);
  if (!words.out.empty()) {
    check_page_bundle();
    check_output(words.out, kReportOutput, words.replace, "--out");
  }
  const PictureOptions how{picture_formats(words.formats), width_in_millimetres(words.width)};
  const auto ratings = read_agreements(options);
  std::string page;
  std::vector<FigureFile> figures;
  {
    const ProgressLine progress(surroundings);
    Overview overview = read_overview(options, progress.observer());
    if (words.speed) {
      measure_speeds(overview, {surroundings.resources, options.threads, progress.observer(),
                                [](const std::string& line) { say(line); }});
    }
    const auto shown = report_options(options, words.title, ratings);
    if (!words.out.empty()) page = report_page(overview, shown);
    if (!words.figures.empty()) figures = pictures(figure_files(overview, shown), how);
  }
  if (!words.figures.empty()) write_figures(words.figures, std::move(figures), words.replace);
  if (words.out.empty()) return 0;
  write_output(words.out, kReportOutput, words.replace, "--out", page);
  say(fmt::format("wrote {} ({:.1f} MB); open it in a browser", words.out,
                  1e-6 * double(page.size())));
  return 0;
}

// The name of `report --figures` until 1.0.
int figures_command(std::vector<std::string> words, const Surroundings& surroundings) {
  bool named = false;
  for (auto& word : words) {
    if (word == "-o" || word == "--out") word = "--figures";
    if (word.starts_with("--out=")) word.replace(0, 5, "--figures");
    named |= word.starts_with("--figures") || word == "--help" || word == "-h";
  }
  if (!named) throw usage_error("--out is required", "`sonde report --figures FOLDER RUN`");
  return report_command(std::move(words), surroundings);
}

}  // namespace sonde
