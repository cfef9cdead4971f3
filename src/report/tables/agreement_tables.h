#pragma once

#include <string>

#include "report/text_table.h"
#include "statistics/agreement/rated_items.h"

namespace sonde {

// Tables with a row per slice, of its ratings and of its items' means, a row per item, a row per
// annotator, or a row per measure with a column per slice.
TextTable group_table(const AgreementReport& report);
TextTable item_means_table(const AgreementReport& report);
TextTable rated_item_table(const AgreementReport& report);
TextTable annotator_table(const AgreementReport& report);
TextTable agreement_table(const AgreementReport& report);

// docs/reference/output.md describes it. Its "schema" changes when it does.
std::string agreement_json(const AgreementReport& report);

}  // namespace sonde
