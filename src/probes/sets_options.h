#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "probes/sets_ends.h"
#include "probes/sets_layout.h"
#include "sonde/stats.h"
#include "sonde/subject.h"

namespace sonde {

// What the probe `sets` was asked for; see docs/probes.md.
struct SetsOptions {
  SetsFilter filter = SetsFilter::kKept;
  std::vector<std::string> filter_encoders;  // as specified; of kEncoders
  double filter_below = .25;                 // cosine of neighbours
  bool published_grid = false;               // `ticks` and `parts` are of ThresholdGrid::published
  std::size_t ticks = 12;
  std::size_t parts = 11;
  // Of the thresholds under bounded measures, all alike or each its own, as of another run;
  // neither: what all subjects of the run span.
  std::optional<Interval> grid_range;
  GridEnds grid_ends;
  bool has_ends() const { return grid_range || !grid_ends.empty(); }
  double tolerance = 1;      // degrees, by which a vector between two others may lie outside
  double from_a = .5;        // C5: the farthest from A, in angles of A and B
  double from_longer = .5;   // C6, one norm clearly larger: the farthest from that one
  double from_middle = .25;  // C6, else: the farthest from the middle
  double norms = 10;         // percent by which comparable norms differ at most
};

// `dataset`: the card's own keys. Errors: kUsage for the spec, kInput for the card.
SetsOptions read_sets_options(const Spec& spec, const std::map<std::string, std::string>& dataset);

}  // namespace sonde
