// Errors of work on run files.
#pragma once

#include <cstdint>
#include <span>

#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/run_file.h"

namespace sonde {

// Errors: kUsage if this program doesn't have the probe that a plugin brought to the run.
void require_plugin(const NamedRun& run, const TaskFacts& task);
// Whether it does.
bool lacks_plugin(const TaskFacts& task);

// Errors: kUsage if a comparison has too few or too many.
void check_replicates(std::uint64_t replicates);

// An error of work on the contents of runs: if it names no file, the runs' files are to blame.
[[noreturn]] void throw_of_runs(std::span<const NamedRun> runs, const Error& error);

template <class Work>
auto on_contents(std::span<const NamedRun> runs, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw_of_runs(runs, error);
  }
}

}  // namespace sonde
