#pragma once

#include "report/json_parts.h"
#include "sonde/comparison.h"
#include "statistics/agreement/rated_items.h"

namespace sonde {

// Adds the tables of a task's results over all items: the main results, then cases and details.
void add_result_tables(Json& tables, const Overview& overview, const OverviewTask& task);

// Human ratings, in the measures of agreement.
Json ratings_table(const AgreementReport& report);

}  // namespace sonde
