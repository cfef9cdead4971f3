#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "probes/sets/sets_layout.h"
#include "probes/sets/threshold_ends.h"
#include "sonde/resampling.h"
#include "sonde/subject.h"

namespace sonde {

// The numbers of ThresholdGrid::published. By default those of the published code, which makes
// the 12 values of its loops odd: 11 ticks, and between two 23 values, of NED 11.
struct PublishedGrid {
  std::size_t ticks = 11;
  std::size_t parts = 22;
  std::size_t ned_parts = 10;
};

// Options of the probe `sets`. See docs/reference/probes/sets.md.
struct SetsOptions {
  SetsFilter filter = SetsFilter::kKept;
  std::vector<std::string> filter_encoders;     // encoder specs, for kEncoders
  double filter_below = .25;                    // cosine of neighbours
  std::optional<PublishedGrid> published_grid;  // nothing: ThresholdGrid::even
  // Ends of the thresholds under bounded measures, one for all or each from another run. Neither:
  // the span of all subjects of the run.
  std::optional<Interval> grid_range;
  GridEnds grid_ends;
  bool has_ends() const { return grid_range || !grid_ends.empty(); }
  double tolerance = 1;      // degrees, by which a vector between two others may be outside
  double from_a = .5;        // C5: the farthest from A, in angles of A and B
  double from_longer = .5;   // C6, one norm clearly larger: the farthest from that one
  double from_middle = .25;  // C6, else: the farthest from the middle
  double norms = 10;         // percent by which comparable norms differ at most
};

// `dataset`: the card's own keys. Errors: kUsage for the spec, kInput for the card.
SetsOptions read_sets_options(const Spec& spec, const std::map<std::string, std::string>& dataset);

}  // namespace sonde
