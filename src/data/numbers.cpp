#include "data/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"
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

bool is_missing(std::string_view text) {
  constexpr std::array<std::string_view, 6> kNames{"", "nan", "na", "n/a", "null", "none"};
  const std::string_view name = trimmed(text);
  return name.size() <= 4 && std::ranges::find(kNames, lower_case(name)) != kNames.end();
}

}  // namespace sonde
