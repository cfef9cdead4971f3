#pragma once

#include <functional>
#include <span>
#include <vector>

#include "run/plan.h"

namespace sonde {

// Reads every data set once: which items a limit keeps, how many there are, whether the task is
// streamed, and how many distinct texts each encoder is to encode. Errors: kInput, kUsage where
// no item is left.
void list_items(const RunPlan& plan, ResolvedPlan& resolved);

using TakeTexts = std::function<void(std::span<const Text>, std::span<const Digest> keys)>;

// Every distinct text of the tasks that are not streamed, in order of first appearance, in chunks.
void distinct_texts(const std::vector<Task>& tasks, bool sided, const TakeTexts& take);

}  // namespace sonde
