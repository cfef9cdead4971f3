#pragma once

#include <cstdint>
#include <future>
#include <optional>

#include "run/items/listed_task.h"
#include "run/measure/measurements.h"
#include "sonde/run_file.h"

namespace sonde {

// Writes a task into the run file: its items, followed by the measurements.
class TaskWriter {
 public:
  // `number`: the task's, in order. `beside`: whether items are written during other work, which
  // then may only read them.
  TaskWriter(RunWriter& writer, std::uint32_t number, const ListedTask& task, bool beside);

  void add_remark(std::uint32_t subject, const Item& item, std::uint32_t text,
                  const Remark& remark);
  void add_measurements(std::uint32_t subject, const Measurements& measured);
  // The facts of the items, which are all written.
  Frame finish();

 private:
  Frame write_items();
  // The writer, once the items are in the file.
  RunWriter& behind_items();

  RunWriter& writer_;
  std::uint32_t number_;
  const ListedTask& task_;
  std::optional<Frame> frame_;
  std::future<Frame> items_;  // last: it uses the others
};

}  // namespace sonde
