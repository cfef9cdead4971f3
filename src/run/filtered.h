#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "run/files/working_files.h"
#include "run/listed.h"

namespace sonde {

// For a part of a run: the results of filter_items() for the items of a streamed task, by the
// encoder at `place`, and the texts that a filter needs for own items of another task.
void each_filtered_block(const ListedTask& task, BlockPlace place, BlockStore& blocks,
                         const std::function<void(const BlockPlace&, const MeasuredBlock&)>& take);
void each_filtered_text(const ListedTask& task,
                        const std::function<void(std::span<const Text>)>& take);

Filtered filter_items(Listed listed, WorkingFiles& files, RunContext& context);

}  // namespace sonde
