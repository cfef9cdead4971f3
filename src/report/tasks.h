#pragma once

#include "sonde/run_file.h"

namespace sonde {

// The task of a result, or null without one.
const TaskFacts* find_task(const RunFile& file, const Result& result);

}  // namespace sonde
