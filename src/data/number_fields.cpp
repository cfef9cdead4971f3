#include "data/number_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/invisible.h"
#include "text/unicode.h"

namespace sonde {

std::vector<double> read_numbers(const std::filesystem::path& file) {
  std::vector<double> numbers;
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    if (is_missing(line)) {
      numbers.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const auto number = parse_number<double>(line);
    if (!number || !std::isfinite(*number)) {
      throw input_error("'" + std::string(line.substr(0, 40)) + "' is not a number", lines.place(),
                        "the file has one number per line, or nan if there is none");
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::string with_decimal_point(std::string text, bool is_decimal) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const auto comma = text.find_first_not_of(kDigits, sign);
  if (comma == text.npos || comma == sign || text[comma] != ',') return text;
  const std::size_t digits = text.size() - comma - 1;
  if (digits == 0 || text.find_first_not_of(kDigits, comma + 1) != text.npos) return text;
  const bool may_part_thousands = digits == 3 && text[sign] != '0';
  if (is_decimal || !may_part_thousands) text[comma] = '.';
  return text;
}

bool is_missing(std::string_view text) {
  constexpr std::array<std::string_view, 7> kNames{"nan",  "na",   "n/a", "null",
                                                   "none", "#n/a", "<na>"};
  if (is_invisible(text)) return true;
  const std::string_view name = trimmed(text);
  return name.size() <= 4 && std::ranges::find(kNames, lower_case(name)) != kNames.end();
}

}  // namespace sonde
