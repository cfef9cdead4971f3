#pragma once

#include "run/tasks/context.h"
#include "run/tasks/subject_makers.h"
#include "run/values/values.h"
#include "sonde/run.h"

namespace sonde {

// Errors: kUsage if two subjects share a name, it has no questions, or a data set and the probes do
// not go together.
Planned plan_run(const RunPlan& plan, const RunContext& context, const SubjectMakers& makers = {});

// Makes the plan's encoders and drops them, before its data sets exist. Errors: as plan_run() and
// check_amounts().
void check_subjects(const RunPlan& plan, Observer& observer);

// Errors: kUsage if an encoder or a scorer is of an unknown kind.
void check_kinds(const RunPlan& plan);

// Errors: kUsage if the limit, the replicates or the threads are out of range.
void check_amounts(const RunPlan& plan);

}  // namespace sonde
