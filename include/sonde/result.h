// Room: items.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <string>

namespace sonde {

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
};

}  // namespace sonde
