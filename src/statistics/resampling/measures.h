#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sonde/resampling.h"
#include "statistics/measures/correlation.h"

namespace sonde {

// Measures of the same ratings, as functions of how often each item counts: equal to repeating the
// items. An item of weight 0 is not there.
struct Measures {
  std::vector<std::string> names;
  std::size_t items = 0;  // that count for them
  std::string left_out;   // why the others don't
  std::string needs;      // what an undefined one lacks
  // A number a name; NaN where undefined. Safe from several threads.
  std::function<void(Weights weights, std::span<double> out)> at;
  bool intervals = true;
  // Repeating items moves the measure one way: its replicates are moved back, so that their mean is
  // the value.
  bool centred = false;
  // Ends that follow from others', where replicates of their own say less.
  std::function<void(std::span<Interval> all)> derive = {};
  std::string no_interval = "it would take too long";  // why; empty: nobody expects one
  double least = -1;  // intervals of a centred one stay from here to 1
};

// The mean of the numbers that are defined; NaN of none.
class MeanOfDefined {
 public:
  void add(double value) {
    if (std::isnan(value)) return;
    sum_ += value;
    n_ += 1;
  }
  double value() const { return n_ > 0 ? sum_ / n_ : std::numeric_limits<double>::quiet_NaN(); }

 private:
  double sum_ = 0, n_ = 0;
};

// Of the items as they are.
std::vector<double> values(const Measures& measures, std::size_t items);

// Moves replicates so that the mean of those that are defined is `value`.
void centre(std::span<double> replicates, double value);

// A row a name, a number a replicate; keys as for Resampler, one an item. `found` is what values()
// gives.
MatrixOf<double> replicates(const Measures& measures, std::span<const double> found,
                            std::span<const std::uint64_t> keys, const Resampler& resampler);

// The 95 % interval of each (accelerated_interval()), from its replicates and from the measures
// without each item, or without each of 200 parts of many.
std::vector<Interval> intervals(const Measures& measures, std::span<const double> found,
                                std::span<const std::uint64_t> keys, const Resampler& resampler);

}  // namespace sonde
