#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "statistics/agreement/leave_one_out.h"
#include "statistics/agreement/rated_items.h"
#include "statistics/agreement/ratings.h"

namespace sonde {

// The ratings of all items or of a group's, with the annotators who rated any of them.
struct RatedSlice {
  std::string name;  // "all" or "LABEL=VALUE"
  Ratings ratings;
  std::vector<std::uint64_t> item_keys, annotator_keys;  // for resampling and splitting
};

// All items, then each group in order of names. A label with more than 100 values, or with none
// twice, makes no groups, which `notes` reports.
std::vector<RatedSlice> rated_slices(const RatedItems& rated, std::vector<std::string>& notes);

RatingSummary summary(const RatedSlice& slice);
RatingSummary item_summary(const RatedItems& rated, const Ratings& ratings, std::uint32_t item);
std::vector<AnnotatorSummary> annotator_summaries(const RatedItems& rated,
                                                  std::span<const AgainstOthers> agreements);

}  // namespace sonde
