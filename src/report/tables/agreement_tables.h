#pragma once

#include <string>

#include "report/text_table.h"
#include "statistics/agreement/rated_items.h"

namespace sonde {

// A row a slice, of its ratings and of its items' means; a row an item; a row an annotator; a row
// a measure with a column a slice.
TextTable group_table(const AgreementReport& report);
TextTable item_means_table(const AgreementReport& report);
TextTable rated_item_table(const AgreementReport& report);
TextTable annotator_table(const AgreementReport& report);
TextTable agreement_table(const AgreementReport& report);

// docs/reference/output.md describes it; its "schema" changes when it does.
std::string agreement_json(const AgreementReport& report);

}  // namespace sonde
