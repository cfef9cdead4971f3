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

// A probe as it is asked of several runs together; see JointForm.
std::string joint_probe(const std::string& probe);

// The task of a run that is most like another run's: of the same data set, by the same probe or
// one of the same joint form.
std::optional<std::uint32_t> find_like(const RunFile& file, const TaskFacts& wanted);

// Whether words ask for a probe: by what it is called with its options, or, where no task of the
// runs is called so, without them. No words ask for all.
bool asks_for_probe(const std::vector<std::string>& words, const std::string& probe,
                    std::span<const NamedRun> runs);

// Whether words ask for what is called so. No words ask for all.
bool asks_for(const std::vector<std::string>& words, const std::string& name);

// Errors: kUsage where this program lacks the probe that a plugin brought to the run.
void require_plugin(const NamedRun& run, const TaskFacts& task);
// Whether it does.
bool lacks_plugin(const TaskFacts& task);

inline constexpr double kLevel = 0.05;  // that a p must be below

// Errors: kUsage where a comparison is asked for too few or too many.
void check_replicates(std::uint64_t replicates);

// Who hears of the work, and its stop(); null: nobody.
Observer& observer_of(Observer* observer);
std::function<bool()> stop_of(Observer* observer);

// The keys, with commas between them, whose values differ; empty: none.
std::string differing(const std::map<std::string, std::string>& a,
                      const std::map<std::string, std::string>& b);

// An error of work on what runs contain: where it says nothing of a file, theirs are to blame.
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
