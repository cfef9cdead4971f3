// Heavy: to be included by sources, not by headers.
#pragma once

#include <cstddef>

#include "compare/verdict_matrix.h"
#include "report/json_parts.h"
#include "sonde/comparison.h"

namespace sonde {

// The items with a subject's smallest margins on a question, and the texts that they compare.
Json worst_items_json(const OverviewTask& task, const OverviewQuestion& question,
                      std::size_t subject);

// A short item that the best subject gets wrong, or nearly. Null if there isn't one.
Json example_json(const OverviewTask& task, const OverviewQuestion& question,
                  const VerdictMatrix& matrix);

}  // namespace sonde
