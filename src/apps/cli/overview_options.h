#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sonde/compare.h"
#include "sonde/report.h"
#include "statistics/agreement/rated_items.h"

namespace sonde {

// Runs to view together, with human ratings.
struct OverviewOptions {
  std::vector<std::string> runs, ratings;
  std::string scale;  // the ratings' scale, empty: any
  std::size_t threads = 0;
  Needs needs = Needs::kReplicates;
};

void add_overview_options(CLI::App& app, OverviewOptions& options);
Overview read_overview(const OverviewOptions& options, Observer* observer = nullptr);
std::vector<AgreementReport> read_agreements(const OverviewOptions& options);

// `title`, or the runs' names if it is empty. Views `ratings`.
ReportOptions report_options(const OverviewOptions& options, const std::string& title,
                             const std::vector<AgreementReport>& ratings);

}  // namespace sonde
