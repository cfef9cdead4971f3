#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/plan.h"
#include "sonde/run.h"

namespace sonde {

// The run file that a plan asks for, and what lies beside it while a run is at work.

// Where vectors are kept when no store is wanted or it is full: beside the run file, so that a
// stopped run can go on.
std::filesystem::path spool_path(const RunPlan& plan);
// Where those of doubtful subjects are kept until the run's end.
std::filesystem::path passing_path(const RunPlan& plan);
// Where streamed data sets have what was measured of them.
std::filesystem::path blocks_path(const RunPlan& plan);

// Errors: kUsage where the vector store is to lie at one of these places; kInput where something
// else lies where a run without a store keeps its vectors.
void check_places(const RunPlan& plan);

// Remove these, but nothing of somebody else's that lies there.
void remove_spool(const RunPlan& plan);
// Where it holds no vector that a run could go on from.
void remove_empty_spool(const RunPlan& plan);
void remove_blocks(const RunPlan& plan);
// Removes what a run that was killed between its last two steps left beside its file.
void remove_leftovers(const RunPlan& plan);

// Why its encoders may be others in the next run, a line each with its name; see Identity::doubt.
std::vector<std::string> doubts_of(const ResolvedPlan& resolved);

// Whether plan.out holds this very run; never, where an encoder is doubtful. Errors: kUsage where
// it holds another one that may not be replaced.
bool up_to_date(const RunPlan& plan, const ResolvedPlan& resolved);

}  // namespace sonde
