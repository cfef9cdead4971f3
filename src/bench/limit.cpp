#include <charconv>
#include <cmath>

#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {
namespace {

template <class Number>
bool parse_all(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Limit parse_limit(std::string_view text) {
  if (text.empty()) return {};
  Limit limit;
  if (parse_all(text, limit.count) && limit.count > 0) return limit;
  limit.count = 0;
  const bool percent = text.ends_with('%');
  if (parse_all(percent ? text.substr(0, text.size() - 1) : text, limit.fraction)) {
    if (percent) limit.fraction /= 100;
    if (limit.fraction > 0 && limit.fraction <= 1) return limit;
  }
  throw usage_error("bad limit '" + std::string(text) + "'",
                    "give a number of items (1500), a fraction (0.1) or a percentage (10%)");
}

}  // namespace sonde
