// Room: items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "sonde/stats.h"

namespace sonde {

// The direction in which a result gets better, where it has one.
enum class Better : std::uint8_t { kNeither, kHigher, kLower };

constexpr std::uint64_t kFewestReplicates = 10, kMostReplicates = 1'000'000;

// A result in each bootstrap replicate, so that its differences have intervals.
struct Replicates {
  std::vector<double> values;  // empty unless the Resampler keeps them
  std::size_t items = 0;       // distinct items that were resampled
  Scale scale = Scale::kMean;
};

// Numbers at equal steps, which a figure draws: a density curve.
struct Series {
  std::string subject;
  std::string probe;  // as specified, with its options
  std::string dataset;
  std::string slice = "all";
  std::string name;
  double first = 0;  // where the first value stands
  double step = 1;
  std::vector<double> values;  // NaN: undefined
};

// A number with its uncertainty. NaN is "undefined", never 0.
struct Result {
  std::string subject;  // its name; "data" where it belongs to no subject
  std::string probe;    // as specified, with its options
  std::string dataset;
  std::string slice = "all";  // or "LABEL=VALUE"
  std::string name;
  double value = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();  // 95 % interval
  double high = std::numeric_limits<double>::quiet_NaN();
  std::size_t n = 0;  // items (or rows, where the probe says so) that count
  std::size_t left_out = 0;
  std::map<std::string, std::size_t> why;  // left out, by reason; sums to left_out
  std::string scope;                       // subjects it was computed over, where more than its own
  // These two are not stored.
  Better better = Better::kNeither;
  Replicates replicates{};
};

}  // namespace sonde
