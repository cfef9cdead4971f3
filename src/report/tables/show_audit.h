#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/text_table.h"
#include "sonde/comparison.h"

namespace sonde {

// What `sonde audit` prints of a run that has one data set of the probe `variants`: per subject the
// operating points, the kinds of variants, and the sentences that break the threshold for 5% false
// matches. format: text, md, tex or json. Errors: kUsage for another format; kInput if the run has
// no such data set.
std::string show_audit(const Overview& overview, std::string_view format);

// What a page shows of one subject on such a data set: a paragraph about its thresholds, and the
// tables.
struct AuditedPart {
  std::size_t subject = 0;
  std::string verdict;
  std::vector<TextTable> tables;
};
std::vector<AuditedPart> audited_parts(const Overview& overview, const OverviewTask& task);

}  // namespace sonde
