#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sonde/probe.h"
#include "sonde/run_file.h"

namespace sonde {

// A task of a run file: the inputs of a probe's summaries.
struct TaskTables {
  Frame frame;
  std::vector<std::uint32_t> subjects;   // that were measured: their numbers
  std::vector<MatrixOf<double>> values;  // each one's

  // In the order of `subjects`, as views of `values`.
  std::vector<Table> tables(const RunFile& file) const;
};

TaskTables read_task(const RunFile& file, std::uint32_t task);

// The same with these items only, in their order.
TaskTables with_items(const TaskTables& task, std::span<const std::uint32_t> items);

}  // namespace sonde
