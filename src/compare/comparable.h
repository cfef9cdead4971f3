#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sonde/compare.h"
#include "sonde/run_file.h"

namespace sonde {

// What of a task says what was measured, and on what: two tasks for which it is equal can be
// summarised together. The range of thresholds doesn't belong to it, nor the reliability of
// ratings.
struct Asked {
  std::string probe;  // as specified
  std::map<std::string, std::string> settings;
};
Asked asked_of(const TaskFacts& task);
std::string without_range(const std::string& probe);

// The task of a run that is most like another run's: of the same data set, by the same probe with
// the same options but for the range of thresholds.
std::optional<std::uint32_t> find_like(const RunFile& file, const TaskFacts& wanted);

// Whether words ask for a probe: by what it is called with its options, or, where no task of the
// runs is called so, without them. No words ask for all.
bool asks_for_probe(const std::vector<std::string>& words, const std::string& probe,
                    std::span<const NamedRun> runs);

// Whether words ask for what is called so. No words ask for all.
bool asks_for(const std::vector<std::string>& words, const std::string& name);

inline constexpr double kLevel = 0.05;  // that a p must be below

// Errors: kUsage where a comparison is asked for too few or too many.
void check_replicates(std::uint64_t replicates);

// The keys, with commas between them, whose values differ; empty: none.
std::string differing(const std::map<std::string, std::string>& a,
                      const std::map<std::string, std::string>& b);

}  // namespace sonde
