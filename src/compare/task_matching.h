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

// The keys, with commas between them, whose values differ. Empty: none.
std::string differing(const std::map<std::string, std::string>& a,
                      const std::map<std::string, std::string>& b);

}  // namespace sonde
