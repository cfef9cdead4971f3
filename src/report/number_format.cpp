#include "report/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/ascii.h"
#include "sonde/resampling.h"

namespace sonde {

std::string exact(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

std::string decimal(double value, int digits) {
  constexpr double kNoise = 1e9;  // digits beyond are those of binary numbers
  const double unit = std::pow(10, digits);
  const double text = std::round(std::round(std::abs(value) * unit * kNoise) / kNoise) / unit;
  return fmt::format("{}{:.{}f}", value < 0 && text != 0 ? "-" : "", text, digits);
}

std::string percent_number(double share) { return decimal(100 * share, 0); }

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

namespace {

// Whether a number may begin at text[at].
bool may_begin_number(std::string_view text, std::size_t at) {
  return at == 0 || std::string_view(" [-+").find(text[at - 1]) != std::string_view::npos;
}

}  // namespace

std::string on_pages(std::string_view text) {
  std::string written;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool begins = may_begin_number(text, i);
    if (begins && text[i] == '-' && (ascii::is_digit(next) || next == '.')) {
      written += "\u2212";
      continue;
    }
    if (begins && text[i] == '.' && ascii::is_digit(next)) written += '0';
    written += text[i];
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
