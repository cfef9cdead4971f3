#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/overview_options.h"
#include "apps/cli/progress.h"
#include "base/atomic_file.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

void write_text(const std::filesystem::path& file, const std::string& text) {
  replace_file(file, [&](const std::filesystem::path& place) {
    std::ofstream out(place, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw outside_error("cannot be written", {file.string()}, "is the disk full?");
  });
}

void refuse_existing(const std::filesystem::path& file, bool replace) {
  if (replace || !std::filesystem::exists(file)) return;
  throw usage_error(file.string() + " is there already", "--replace puts the new one in its place");
}

}  // namespace

int report_command(std::vector<std::string> words, const Surroundings& surroundings) {
  OverviewOptions options;
  options.needs = Needs::kFigures;
  std::string out = "report.html", title;
  bool replace = false;
  const auto app = option_parser(
      "report", "Makes one HTML file of runs: what each subject understands, figures, every item.");
  add_overview_options(*app, options);
  app->add_option("-o,--out", out, "the file to write; default: report.html");
  app->add_option("--title", title, "what the report is called; default: the runs' names");
  app->add_flag("--replace", replace, "write over a file that is there");
  parse(*app, std::move(words));
  refuse_existing(out, replace);
  check_folder_of(out, "report");
  const auto ratings = read_agreements(options);
  std::string page;
  {
    const ProgressLine progress(surroundings);
    page = report_page(read_overview(options, progress.observer()),
                       report_options(options, title, ratings));
  }
  write_text(out, page);
  say(fmt::format("wrote {} ({:.1f} MB); open it in a browser", out, 1e-6 * double(page.size())));
  return 0;
}

int figures_command(std::vector<std::string> words, const Surroundings&) {
  OverviewOptions options;
  std::string out;
  bool replace = false;
  const auto app = option_parser(
      "figures", "Writes each figure of runs as a Vega-Lite specification and as a table.");
  add_overview_options(*app, options);
  app->add_option("-o,--out", out, "the folder to write to")->required();
  app->add_flag("--replace", replace, "write over files that are there");
  parse(*app, std::move(words));
  const auto ratings = read_agreements(options);
  const auto files = figure_files(read_overview(options), report_options(options, {}, ratings));
  const std::filesystem::path folder(out);
  for (const auto& file : files) refuse_existing(folder / file.name, replace);
  std::filesystem::create_directories(folder);
  for (const auto& file : files) write_text(folder / file.name, file.text);
  say(fmt::format("wrote {} figures to {}", files.size() / 2, out));
  return 0;
}

}  // namespace sonde
