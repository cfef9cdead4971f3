#pragma once

#include <functional>
#include <span>

#include "run/items/listed_task.h"

namespace sonde {

using TakeTexts = std::function<void(std::span<const Text>, std::span<const Digest> keys)>;

// Every distinct text of the own items of the tasks that `wanted` names, in order of first
// appearance, in chunks.
void distinct_texts(std::span<const ListedTask> tasks,
                    const std::function<bool(const ListedTask&)>& wanted, bool sided,
                    const TakeTexts& take);

}  // namespace sonde
