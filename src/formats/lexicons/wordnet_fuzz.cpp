// Glosses, line by line: each quotation is in its gloss, between quotation marks.
#include "formats/lexicons/wordnet.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "sonde/error.h"

namespace {

bool stands_in(std::string_view quotation, std::string_view gloss) {
  return quotation.data() > gloss.data() &&
         quotation.data() + quotation.size() < gloss.data() + gloss.size() &&
         quotation.find('"') == quotation.npos;
}

void check(std::string_view gloss) {
  std::vector<std::string_view> quotations;
  sonde::split_quotations(gloss, quotations);
  for (const auto quotation : quotations) {
    if (!stands_in(quotation, gloss)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  sonde::LineReader lines(in, "fuzz");
  try {
    std::string_view line;
    while (lines.next(line)) check(sonde::gloss_of(line, lines.place()));
  } catch (const sonde::Error&) {
  }
  return 0;
}
