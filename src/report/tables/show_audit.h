#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/text_table.h"
#include "sonde/compare.h"
#include "sonde/comparison.h"

namespace sonde {

// What `sonde audit` prints of a run. Of a data set of variants: per subject the operating points,
// the kinds of variants, and the sentences that break the threshold for 5% false matches. Of
// queries: how often right passages are first. `run`: the one that the overview is of. format:
// text, md, tex or json. Errors: kUsage for another format; kInput if the run has neither data set.
std::string show_audit(const Overview& overview, const NamedRun& run, std::string_view format);

// Whether its results have thresholds and are given per kind of changed or of same variants.
bool compares_variants(const OverviewTask& task);

// Paired tests of the best subject with each other one, a sentence each: for whoever has to choose.
// None for other data, or one subject.
std::vector<std::string> audit_answer(const Overview& overview, const OverviewTask& task);

// What a page shows of one subject on variants: a paragraph about its thresholds, and the tables.
struct AuditedPart {
  std::size_t subject = 0;
  std::string verdict;
  std::vector<TextTable> tables;
};
// Other data have no parts.
std::vector<AuditedPart> audited_parts(const Overview& overview, const OverviewTask& task);

}  // namespace sonde
