#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sonde/compare.h"
#include "sonde/run_file.h"

namespace sonde {

// The form of a probe used for several runs together. See JointForm.
std::string joint_probe(const std::string& probe);

// The task of a run that is most like another run's: of the same data set, by the same probe or
// one of the same joint form.
std::optional<std::uint32_t> find_like(const RunFile& file, const TaskFacts& wanted);

// Whether words select a probe: by its name with its options, or, if no task of the runs has that
// name, without them. No words select all.
bool asks_for_probe(const std::vector<std::string>& words, const std::string& probe,
                    std::span<const NamedRun> runs);

// Whether words ask for what is called so. No words ask for all.
bool asks_for(const std::vector<std::string>& words, const std::string& name);

// Errors: kUsage if this program doesn't have the probe that a plugin brought to the run.
void require_plugin(const NamedRun& run, const TaskFacts& task);
// Whether it does.
bool lacks_plugin(const TaskFacts& task);

inline constexpr double kLevel = 0.05;  // that a p must be below

// Errors: kUsage if a comparison has too few or too many.
void check_replicates(std::uint64_t replicates);

// The observer of the work, and its stop(). Null: none.
Observer& observer_of(Observer* observer);
std::function<bool()> stop_of(Observer* observer);

// The keys, with commas between them, whose values differ. Empty: none.
std::string differing(const std::map<std::string, std::string>& a,
                      const std::map<std::string, std::string>& b);

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
