#pragma once

#include <cstdint>
#include <functional>

#include "run/plan.h"
#include "run/values/values.h"

namespace sonde {

// Of a data set with that many items, those of a part: as many as the others have.
ItemRange own_items(std::uint64_t items, const Share& share);

// Reads a task for the first time, item by item. Errors: as list_items(); kInterrupted where `stop`
// says so.
ListedTask read_first(const RunPlan& plan, Task task, const std::function<bool()>& stop,
                      const TakePlaced& placed, bool& in_stretches);

// Reads every data set once, but those of a listing: which items a limit keeps, how many there are,
// whether the task is streamed, and how many distinct texts each encoder is to encode; says so, and
// lists what is left out where the plan asks for it. Makes the scorers, which need to know the
// rows, and the identities of derived subjects. Errors: kInput, kUsage where no item is left, a
// scorer fits no data set or a derived subject is asked of a data set that is streamed.
Listed list_items(const RunPlan& plan, Planned planned, RunContext& context,
                  const SubjectMakers& makers = {});

}  // namespace sonde
