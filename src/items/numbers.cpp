#include "items/numbers.h"

#include <charconv>
#include <cmath>

#include "formats/lines.h"
#include "sonde/error.h"

namespace sonde {

std::vector<double> read_numbers(const std::filesystem::path& file) {
  std::vector<double> numbers;
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    double number = 0;
    const char* end = line.data() + line.size();
    const auto result = std::from_chars(line.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end || std::isinf(number)) {
      throw input_error("'" + std::string(line.substr(0, 40)) + "' is no number", lines.place(),
                        "the file has a number a line, or nan where there is none");
    }
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace sonde
