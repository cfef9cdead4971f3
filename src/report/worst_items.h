#pragma once

#include <cstddef>
#include <vector>

#include "sonde/comparison.h"

namespace sonde {

// The question's items that have a margin for the subject, the smallest first, at most `most`.
// The margin of a correlation is the task's score.
std::vector<std::size_t> worst_items(const OverviewTask& task, const OverviewQuestion& question,
                                     std::size_t subject, std::size_t most);

// The text of another item that beat the item's, or came closest to beating it: for a question
// whose outcomes compare no other texts of the item itself. Null without one.
const OverviewOther* rival_of(const OverviewTask& task, const OverviewQuestion& question,
                              std::size_t subject, std::size_t item);

}  // namespace sonde
