#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/encoded.h"
#include "run/items/encoding_flaws.h"
#include "run/measure/measurements.h"

namespace sonde {

// A subject's measurements on a task.
struct MeasuredSubject {
  std::string name;
  bool has_vectors;
  Measurements measured;
};

// A task with all that its summary needs.
struct MeasuredTask {
  std::shared_ptr<const Probe> probe;
  std::string spec;  // probe spec
  Frame frame;
  std::vector<MeasuredSubject> subjects;
  // Whether it is so small that it may be summarised while the next ones are measured.
  bool is_small = false;
  std::shared_ptr<const KeptItems> kept{};  // released at its summary
};

// The fifth stage: tasks one by one, each measured and written on request, so that one is
// summarised while the next is measured.
class Measured {
 public:
  Measured(Encoded encoded, WorkingFiles& files, RunContext& context);

  std::size_t tasks() const { return encoded_.tasks.size(); }
  // Nothing once all were given. The data sets are then still the same as when they were listed.
  std::optional<MeasuredTask> next();
  // The encoded subjects that it was measured with.
  const Encoded& encoded() const { return encoded_; }

 private:
  MeasuredTask measure_task(std::uint32_t number);

  Encoded encoded_;
  WorkingFiles& files_;
  RunContext& context_;
  std::vector<SubjectFacts> subjects_;
  ReportedFlaws told_;
  std::uint32_t next_ = 0;  // task
};

}  // namespace sonde
