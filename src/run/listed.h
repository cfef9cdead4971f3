#pragma once

#include <cstdint>
#include <functional>

#include "run/plan.h"
#include "run/values/values.h"

namespace sonde {

// The items of a part, in a data set with that many items: as many as the others have.
ItemRange own_items(std::uint64_t items, const Share& share);

// Reads a task for the first time, item by item. Errors: as list_items(), kInterrupted if `stop`
// returns true.
ListedTask read_first(const RunPlan& plan, Task task, const std::function<bool()>& stop,
                      const TakePlaced& placed, bool& in_stretches);

// Reads every data set once, but those of a listing: which items a limit selects, how many there
// are, whether the task is streamed, and how many distinct texts each encoder is to encode. Reports
// this, and lists left-out records if the plan requests it. Makes the scorers, which need the rows,
// and the identities of derived subjects. Errors: kInput, kUsage if no item is left, a scorer fits
// no data set or a derived subject is used on a data set that is streamed.
Listed list_items(const RunPlan& plan, Planned planned, RunContext& context,
                  const SubjectMakers& makers = {});

}  // namespace sonde
