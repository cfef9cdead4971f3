#include "data/numbers.h"

#include <cmath>

#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"

namespace sonde {

std::vector<double> read_numbers(const std::filesystem::path& file) {
  std::vector<double> numbers;
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    const auto number = parse_number<double>(line);
    if (!number || std::isinf(*number)) {
      throw input_error("'" + std::string(line.substr(0, 40)) + "' is no number", lines.place(),
                        "the file has a number a line, or nan where there is none");
    }
    numbers.push_back(*number);
  }
  return numbers;
}

bool is_missing(std::string_view text) {
  return text == "nan" || text == "NaN" || text == "NAN" || text == "NA";
}

}  // namespace sonde
