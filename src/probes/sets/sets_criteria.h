#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "probes/sets/sets_samples.h"
#include "probes/sets/sets_thresholds.h"

namespace sonde {

// One subject's samples of an operator in a slice, of which results are made.
struct SetsPart {
  const SetSamples& samples;
  std::span<const Table> tables;
  std::size_t table;
  const Slice& slice;
  std::string_view kind;  // kind of samples (empty: all)
  const Resampler& resampler;

  const Table& own() const { return tables[table]; }
  // Whether all results are given. Otherwise only those that a criterion is judged by.
  bool whole() const { return slice.name == "all"; }
};

// C1, C3 and C4 under each measure.
void add_criteria(const SetsPart& part, SetOperator op, const SetsThresholds& thresholds,
                  std::vector<Result>& results);
// C2, C5 and C6.
void add_positions(const SetsPart& part, SetOperator op, const SetsOptions& options,
                   std::vector<Result>& results);

// How clearly a union's sample meets C6, in angles of A and B. NaN if no angle is defined.
double union_margin(std::span<const double> row, const SetsOptions& options);

// A mean as a result. A share of samples, each a separate item, has Wilson's interval.
Result mean_result(const SetsPart& part, std::string name, const SampleMeans& means,
                   std::size_t number, bool yes_or_no);

// Histograms of the targets' positions, the curve of C5 and the norms' ratios.
std::vector<Series> sets_series(const SetSamples& samples, std::span<const Table> tables);

}  // namespace sonde
