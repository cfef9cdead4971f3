#include "report/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace sonde {

std::string exact(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

std::string rounded(double value) {
  if (std::isnan(value)) return "undefined";
  std::string text = fmt::format("{:.3f}", value);
  if (text == "-0.000") text = "0.000";
  // As papers print them: most numbers here lie between -1 and 1.
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  if (text.compare(digits, 2, "0.") == 0) text.erase(digits, 1);
  return text;
}

std::string with_interval(const Result& result) {
  if (std::isnan(result.value)) return "undefined";
  if (std::isnan(result.low) && std::isnan(result.high)) return rounded(result.value);
  return rounded(result.value) + " [" + rounded(result.low) + ", " + rounded(result.high) + "]";
}

}  // namespace sonde
