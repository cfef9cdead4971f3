#pragma once

#include "sonde/run_file.h"

namespace sonde {

// The task that a result is of; null where there is none.
const TaskFacts* find_task(const RunFile& file, const Result& result);

}  // namespace sonde
