#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/tasks/context.h"
#include "run/tasks/derived.h"
#include "run/tasks/subject_makers.h"
#include "run/tasks/task.h"
#include "sonde/encoder.h"
#include "sonde/run.h"

namespace sonde {

// An encoder as named by the user; its views are subjects of their own.
struct EncoderSubject {
  Spec spec;
  std::shared_ptr<Encoder> encoder;
};

// The first stage: what a run asks of whom.
struct Planned {
  std::vector<Task> tasks;
  std::vector<EncoderSubject> encoders;
  std::vector<DerivedSubject> derived;
};

// Errors: kUsage where two subjects share a name, nothing is asked, a data set and the probes do
// not go together.
Planned plan_run(const RunPlan& plan, const RunContext& context, const SubjectMakers& makers = {});

// Errors: kUsage where the limit, the replicates or the threads are out of range.
void check_amounts(const RunPlan& plan);

// The name of an encoder's view as a subject: NAME@layer=6 where the user gave a
// name, else that of the view asked alone (minilm?layer=6).
std::string view_name(const EncoderSubject& subject, const Identity& view);

}  // namespace sonde
