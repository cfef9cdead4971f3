#pragma once

#include <string>
#include <vector>

#include "sonde/compare.h"
#include "sonde/resampling.h"
#include "sonde/run_file.h"

namespace sonde {

// The shares of matches at a threshold, for all data sets of a run whose probe has them: not for
// rated pairs measured without `same`.
std::vector<Result> matches_at(const RunFile& file, double threshold, const Resampler& resampler);

// A share at a threshold fails if the gate does not allow its undefined similarities. Returns the
// share with its interval, for people.
std::string check_matches(const Gate& gate, const Result& result, GateCheck& check);

}  // namespace sonde
