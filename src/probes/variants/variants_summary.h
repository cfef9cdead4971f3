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

// For all variants, and in the slices change=KIND and same=KIND:
// harmless_closer  of the comparisons of a changed variant with one of the same meaning, the
// share
// in which the latter is closer, the mean over sentences, a tie is half
// similarity_changed, similarity_same, similarity_unrelated   means
// threshold_5      the operating point for 5% false matches
// (statistics/separation/operating_point.h) false_matches_5  the cross-fitted share of changed
// variants above it kept_5           the same of true matches, kept_upper_bound_5 unless they are
// people's matches_5        of a kind, the share above the threshold of all kinds and the same for
// 1% and for the given threshold (_given).
std::vector<Result> summarise_variants(const Frame& frame, std::span<const Table> tables,
                                       const Resampler& resampler, const VariantQuestion& question);

// Densities of the similarities: changed, same and unrelated.
std::vector<Series> variant_densities(const Frame& frame, std::span<const Table> tables,
                                      const VariantRoles& roles);

// Comparisons of one kind with all kinds of the other meaning. Empty `kind`: of all.
std::vector<ItemOutcome> variant_outcomes(const Frame& frame, const Table& table,
                                          const VariantRoles& roles, const std::string& kind);

}  // namespace sonde
