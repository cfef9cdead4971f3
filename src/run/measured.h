#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/encoded.h"
#include "run/items/text_flaws.h"
#include "run/measure/measurements.h"

namespace sonde {

// What a subject measured on a task.
struct MeasuredSubject {
  std::string name;
  bool has_vectors;
  Measurements measured;
};

// A task with all that its summary needs.
struct MeasuredTask {
  std::shared_ptr<const Probe> probe;
  std::string spec;  // of the probe
  Frame frame;
  std::vector<MeasuredSubject> subjects;
  // Whether it is so small that it may be summarised beside the measuring of the next ones.
  bool is_small = false;
  std::shared_ptr<const KeptItems> kept{};  // let go where it is summarised
};

// The fifth stage: tasks one by one, each measured and written when it is asked for, so that one
// is summarised beside the measuring of the next.
class Measured {
 public:
  Measured(Encoded encoded, WorkingFiles& files, RunContext& context);

  std::size_t tasks() const { return encoded_.tasks.size(); }
  // Nothing once all were given; then the data sets are still what they were when they were listed.
  std::optional<MeasuredTask> next();
  // What it was measured with.
  const Encoded& encoded() const { return encoded_; }

 private:
  MeasuredTask measure_task(std::uint32_t number);

  Encoded encoded_;
  WorkingFiles& files_;
  RunContext& context_;
  std::vector<SubjectFacts> subjects_;
  ToldFlaws told_;
  std::uint32_t next_ = 0;  // task
};

}  // namespace sonde
