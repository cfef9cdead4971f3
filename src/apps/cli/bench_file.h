#pragma once

#include <filesystem>

#include "sonde/run.h"

namespace sonde {

// Reads a bench file (TOML) with the keys of `sonde run`: encoder, scorer,
// probe, data (a string, a table, or an array of them), out, store, seed, limit,
// replicates, threads, replace. A table has `spec`, and may have `name`, `group` and
// options. Paths are relative to the working folder, as on the command line.
// Errors: kInput with file:line, also for an unknown key.
void read_bench_file(const std::filesystem::path& file, RunPlan& plan);

}  // namespace sonde
