#include "base/output_file.h"
#include "report/page/page_block.h"
#include "report/page/page_bundle.h"
#include "report/page/report_json.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
std::string report_blocks(const Overview& overview, const ReportOptions& options) {
  std::string blocks = page_block("report", report_json(overview, options));
  for (std::size_t task = 0; task < overview.tasks.size(); ++task) {
    blocks += page_block("items-t" + std::to_string(task), report_items_json(overview, task));
  }
  return blocks;
}

void check_page_bundle() {
  if (!page_bundle().empty()) return;
  throw usage_error("this sonde was built without Node.js, so it has no page for a report",
                    "install Node.js 18 or later with npm, then configure and build again");
}

std::string report_page(const Overview& overview, const ReportOptions& options) {
  check_page_bundle();
  const std::string_view bundle = page_bundle();
  const auto begin = bundle.find('\n') + 1, place = bundle.find(kPageData);
  std::string page(kReportOutput.head);
  page += bundle.substr(begin, place - begin);
  page += report_blocks(overview, options);
  page += bundle.substr(place + kPageData.size());
  return page;
}

}  // namespace sonde
