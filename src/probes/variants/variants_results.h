#pragma once

#include <span>
#include <string>
#include <vector>

#include "probes/variants/variants_roles.h"
#include "sonde/probe.h"

namespace sonde {

struct VariantQuestion {
  const VariantRoles& roles;
  double threshold;  // the user's (NaN: none)
};

// Results for all variants, and in the slices change=KIND and same=KIND:
// - harmless_closer: how often a variant of the same meaning is closer than a changed one, the mean
//   over sentences. A tie is half.
// - similarity_changed, similarity_same, similarity_unrelated: means.
// - threshold_5: the operating point for 5% false matches
//   (statistics/separation/operating_point.h).
// - false_matches_5: the cross-fitted share of changed variants above it.
// - kept_5: the same of true matches. kept_upper_bound_5 unless people wrote them.
// - matches_5: the share of a kind above the threshold of all kinds.
// - Each with _5 exists for 1% too (_1), and but for the threshold also for the user's (_given).
std::vector<Result> summarise_variants(const Frame& frame, std::span<const Table> tables,
                                       const Resampler& resampler, const VariantQuestion& question);

// Densities of the similarities: changed, same and unrelated.
std::vector<Series> variant_densities(const Frame& frame, std::span<const Table> tables,
                                      const VariantRoles& roles);

// Comparisons of one kind with all kinds of the other meaning. Empty `kind`: of all.
std::vector<ItemOutcome> variant_outcomes(const Frame& frame, const Table& table,
                                          const VariantRoles& roles, const std::string& kind);

}  // namespace sonde
