#include "compare/run_errors.h"

#include <fmt/format.h>

#include <string>

#include "base/counted.h"
#include "data/spec_text.h"
#include "probes/shared/kinds.h"

namespace sonde {

bool lacks_plugin(const TaskFacts& task) {
  return task.settings.contains("plugin") && find_probe_kind(kind_of_probe(task.probe)) == nullptr;
}

void require_plugin(const NamedRun& run, const TaskFacts& task) {
  if (!lacks_plugin(task)) return;
  throw Error(
      ErrorKind::kUsage,
      "the run has a plugin's probe, '" + kind_of_probe(task.probe) + "', which is not loaded",
      {run.name}, "name its file with --plugin FILE, or import it in Python");
}

void check_replicates(std::uint64_t replicates) {
  if (replicates >= kFewestReplicates && replicates <= kMostReplicates) return;
  throw usage_error(
      counted(replicates, "replicate"),
      fmt::format("give from {} to {}, or leave it out", kFewestReplicates, kMostReplicates));
}

void throw_of_runs(std::span<const NamedRun> runs, const Error& error) {
  const bool of_contents = error.kind() == ErrorKind::kUsage || error.kind() == ErrorKind::kInput;
  if (!of_contents || !error.place().file.empty()) throw error;
  std::string names;
  for (const auto& run : runs) names += (names.empty() ? "" : ", ") + run.name;
  throw input_error("the run file cannot be summarised: " + error.message(), {names},
                    "it is damaged, or `sonde run` did not write it; run again with --replace");
}

}  // namespace sonde
