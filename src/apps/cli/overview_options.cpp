#include "apps/cli/overview_options.h"

#include <filesystem>
#include <memory>

#include "apps/cli/command_options.h"
#include "apps/cli/rating_scale.h"
#include "sonde/compare.h"
#include "statistics/agreement/agreement.h"

namespace sonde {

void add_overview_options(CLI::App& app, OverviewOptions& options) {
  app.add_option("runs", options.runs, "run files")->required();
  app.add_option("--ratings", options.ratings,
                 "also show people's ratings (docs/reference/agreement.md)");
  app.add_option("--scale", options.scale, "LOW:HIGH of the ratings; a rating outside is an error");
  add_threads(app, options.threads);
}

Overview read_overview(const OverviewOptions& options, Observer* observer) {
  std::vector<std::unique_ptr<RunFile>> files;
  std::vector<NamedRun> runs;
  for (const auto& name : options.runs) {
    files.push_back(open_run_file(name));
    runs.push_back({name, files.back().get()});
  }
  return overview(runs, {options.threads, options.needs, observer});
}

std::vector<AgreementReport> read_agreements(const OverviewOptions& options) {
  std::vector<AgreementReport> reports;
  for (const auto& file : options.ratings) {
    RatingsSource source;
    source.file = file;
    set_scale(source, options.scale);
    AgreementOptions how;
    how.threads = options.threads;
    reports.push_back(agreement(read_ratings(source), how));
  }
  return reports;
}

ReportOptions report_options(const OverviewOptions& options, const std::string& title,
                             const std::vector<AgreementReport>& ratings) {
  ReportOptions report{title};
  for (const auto& one : ratings) report.ratings.push_back(&one);
  if (!title.empty()) return report;
  for (const auto& run : options.runs) {
    report.title += (report.title.empty() ? "" : ", ") + std::filesystem::path(run).stem().string();
  }
  return report;
}

}  // namespace sonde
