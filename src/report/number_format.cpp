#include "report/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sonde/resampling.h"

namespace sonde {

std::string exact(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

std::string rounded(double value) {
  if (std::isnan(value)) return "undefined";
  std::string text = fmt::format("{:.3f}", value);
  if (text == "-0.000") text = "0.000";
  // Printed as in papers: most numbers here are between -1 and 1.
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  if (text.compare(digits, 2, "0.") == 0) text.erase(digits, 1);
  return text;
}

std::string with_interval(double value, double low, double high) {
  if (std::isnan(value)) return "undefined";
  if (std::isnan(low) && std::isnan(high)) return rounded(value);
  return rounded(value) + " [" + rounded(low) + ", " + rounded(high) + "]";
}

std::string with_interval(const Result& result) {
  const std::string text = with_interval(result.value, result.low, result.high);
  return result.why.contains(kNoInterval) ? text + " " + std::string(kTooFewMark) : text;
}

std::string on_pages(std::string_view text) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  std::string written;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = i == 0 || text[i - 1] == ' ' || text[i - 1] == '[' || text[i - 1] == '-' ||
                        text[i - 1] == '+';
    const bool is_minus =
        text[i] == '-' && (is_digit(i + 1) || (i + 1 < text.size() && text[i + 1] == '.'));
    if (is_minus && starts) {
      written += "\u2212";
    } else {
      if (text[i] == '.' && starts && is_digit(i + 1)) written += '0';
      written += text[i];
    }
  }
  return written;
}

std::string with_sign(double value, double low, double high) {
  const std::string text = with_interval(value, low, high);
  return value > 0 && !text.starts_with(".000") ? "+" + text : text;
}

std::string p_value(double p) {
  if (std::isnan(p)) return "undefined";
  if (p < 1e-4) return "<.0001";
  const std::string text = fmt::format("{:.4f}", p);
  return text.starts_with('0') ? text.substr(1) : text;
}

}  // namespace sonde
