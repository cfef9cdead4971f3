// Room: bench.
//
// Is B better than A, on what, and how sure is that?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sonde/comparison.h"
#include "sonde/run_file.h"

namespace sonde {

struct NamedRun {
  std::string name;  // its file, as given
  const RunFile* file = nullptr;
};

struct CompareOptions {
  // NAME or RUN:NAME, RUN being a file as given or its last part. One NAME that several runs have
  // means all of them: old and new. Empty: all subjects of all runs.
  std::vector<std::string> subjects;
  std::vector<std::string> names;     // of results; empty: the first of each task; "all": all
  std::vector<std::string> probes;    // empty: all
  std::vector<std::string> datasets;  // empty: all
  bool slices = false;
  std::size_t items = 5;             // that moved most, each way
  std::uint64_t replicates = 10000;  // 10 to 1,000,000
  std::size_t threads = 0;           // 0: all of the machine's
};

// Summarises the subjects again on the items that all runs have (paired by their digests), with
// one seed. An item undefined for one of the subjects is left out for all, result by result.
// Errors: kUsage for an unknown or ambiguous name; kInput where the runs have no task or no
// items in common.
Comparison compare(std::span<const NamedRun> runs, const CompareOptions& options);

}  // namespace sonde
