#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "probes/sets/sets_layout.h"
#include "sonde/resampling.h"
#include "sonde/result.h"

namespace sonde {

// The ends of thresholds by criterion, measure and margin ("c1.cosine.e2").
using GridEnds = std::map<std::string, Interval>;

// Ends that the samples of an operator need: for measures whose range spans subjects.
std::vector<std::string> ends_needed(SetOperator op);

// The ends in a run's results, over all items. Undefined ones are missing.
GridEnds ends_of(std::span<const Result> results);

// Ends as a setting of the probe. Errors of the second: kInput.
std::string ends_text(const GridEnds& ends);
GridEnds parse_ends(std::string_view text);

// "LOW:HIGH". Nothing if they aren't numbers.
std::optional<Interval> parse_range(std::string_view text);

}  // namespace sonde
