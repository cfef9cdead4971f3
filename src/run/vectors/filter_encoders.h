#pragma once

#include <span>
#include <string>
#include <vector>

#include "run/tasks/context.h"
#include "run/tasks/encoder_subject.h"
#include "run/tasks/subject_makers.h"
#include "run/tasks/task.h"
#include "sonde/run.h"

namespace sonde {

// The encoders that tasks' probes filter by. Each is made once, and those of the subjects are
// reused if they are the same.
class FilterEncoders {
 public:
  FilterEncoders(const RunPlan& plan, std::span<const EncoderSubject> subjects,
                 const RunContext& context, const SubjectMakers& makers)
      : plan_(plan), subjects_(subjects), context_(context), makers_(makers) {}

  // The task with those that it filters by. Its settings and the text of its probe then name them.
  // Errors: as make_encoder(), kUsage for several views, and for one that is fitted on the data.
  Task add_to(Task task);

 private:
  FilterEncoder find_or_make(const std::string& text);
  std::shared_ptr<Encoder> encoder_of(const Spec& spec) const;

  const RunPlan& plan_;
  std::span<const EncoderSubject> subjects_;
  const RunContext& context_;
  const SubjectMakers& makers_;
  std::vector<FilterEncoder> made_;
};

}  // namespace sonde
