#include "report/number_format.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace sonde {
namespace number_format_test {

// tests/web/units.test.mjs reads the same cases.
TEST(Decimal, RoundsAsThePageDoes) {
  std::ifstream file(SONDE_SOURCE_DIR "/tests/golden/rounding.tsv");
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream row(line);
    double value = 0;
    int digits = 0;
    std::string text;
    row >> value >> digits >> text;
    EXPECT_EQ(decimal(value, digits), text) << line;
    ++cases;
  }
  EXPECT_GT(cases, 10U);
}

TEST(Decimal, WritesPercent) {
  EXPECT_EQ(percent_number(.525), "53");
  EXPECT_EQ(percent_number(.805), "81");
}

}  // namespace number_format_test
}  // namespace sonde
