#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "probes/shared/slices.h"
#include "sonde/probe.h"

namespace sonde {

// The inputs to a result: numbers, one or two per item, with the items' keys, and the number of
// items left out, by reason.
struct Counted {
  std::vector<double> x;
  std::vector<double> y;  // empty if an item has one number
  std::vector<std::uint64_t> keys;
  std::map<std::string, std::size_t> left_out;

  // Adds an item's similarity, or counts the item as left out if it is undefined.
  void add(double similarity, std::uint64_t key);
  std::size_t distinct_items() const;  // per key
};

// NaN of none.
double mean(const std::vector<double>& values);

// A result without value and interval.
Result blank_result(const Frame& frame, const Table& table, const Slice& slice, std::string name,
                    const Counted& counted);

// Value, interval and replicates (docs/explanation/statistics.md) of what counts. Every result is
// made by one of these, so that it can be compared. No bootstrapped interval of fewer than
// kFewestItems.
//
// The mean of x.
void add_mean(Result& result, const Counted& counted, const Resampler& resampler);
// The share of the numbers of x that are 1. The others are 0. Each is a separate item.
void add_proportion(Result& result, const Counted& counted, const Resampler& resampler);
// The mean share of comparisons that each item of x wins: a proportion if all are 0 or 1.
void add_share(Result& result, const Counted& counted, const Resampler& resampler);
// The correlation of x with y, of so many distinct items, by its replicates.
void add_correlation(Result& result, Correlation kind, const Counted& counted, std::size_t items,
                     std::span<const double> replicates, const Resampler& resampler);
// Any other statistic of so many items, given with its value in each replicate. One that is
// kBounded and less than an item away from 0 or 1 has at least the interval of a share there.
void add_statistic(Result& result, double value, std::vector<double> replicates, std::size_t items,
                   const Resampler& resampler, Scale scale = Scale::kMean);

}  // namespace sonde
