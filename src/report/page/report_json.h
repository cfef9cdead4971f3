#pragma once

#include <string>
#include <vector>

#include "report/figures/figure.h"
#include "sonde/comparison.h"
#include "sonde/report.h"

namespace sonde {

// A section's figure. Its name is unique.
struct SectionFigure {
  std::string section;  // the kind of probe, or "ratings"
  Figure figure;
};
std::vector<SectionFigure> all_figures(const Overview& overview, const ReportOptions& options);

// The page's data (docs/reference/output.md): the content shown at once, and the items of a task.
std::string report_json(const Overview& overview, const ReportOptions& options);
std::string report_items_json(const Overview& overview, std::size_t task);

// Whether a task has several questions about shares: then its items have a margin for each.
bool has_questions(const OverviewTask& task);

// A task's name in the page's data.
std::string task_id(std::size_t number);

}  // namespace sonde
