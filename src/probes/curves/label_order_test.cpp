#include "probes/curves/label_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "base/random.h"

namespace sonde {
namespace label_order_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLacking = -1;  // replaces NaN, which differs from itself
using Line = std::tuple<std::string, std::uint32_t, double, double, double, double>;

std::vector<Line> lines_of(const Frame& frame, const std::vector<double>& one,
                           const std::vector<double>& two) {
  const auto told = [](double value) { return std::isnan(value) ? kLacking : value; };
  std::vector<Line> lines;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    lines.emplace_back(frame.row_labels[row], frame.item_of_row[row], frame.gold[row],
                       told(one[row]), told(two[2 * row]), told(two[2 * row + 1]));
  }
  return lines;
}

// Rows of three labels with a column of one number and one of two. A fifth of them has no number.
struct LabelledRows {
  Frame frame;
  std::vector<double> one, two;
};

LabelledRows some_rows(std::size_t rows) {
  LabelledRows some;
  for (std::size_t row = 0; row < rows; ++row) {
    some.frame.row_labels.push_back("l" + std::to_string(random_bits(1, 1, row) % 3));
    some.frame.item_of_row.push_back(static_cast<std::uint32_t>(row / 4));
    some.frame.gold.push_back(static_cast<double>(row) / 8);
    const bool lacks = random_bits(1, 3, row) % 5 == 0;
    some.one.push_back(lacks || row % 7 == 0 ? kNaN : unit_interval(random_bits(1, 2, row)));
    some.two.push_back(lacks ? kNaN : 0.5);
    some.two.push_back(lacks || row % 3 == 0 ? kNaN : 0.25);
  }
  return some;
}

TEST(SortRowsByLabel, KeepsTheOrderWithinEachLabelAndOfRowsWithoutANumber) {
  for (const std::size_t rows : {0U, 1U, 2U, 3U, 10U, 1000U}) {
    auto [frame, one, two] = some_rows(rows);
    auto expected = lines_of(frame, one, two);
    const auto& labels = frame.row_labels.distinct();
    const auto code = [&labels](const Line& line) {
      const auto& [label, item, gold, first, second, third] = line;
      if (first == kLacking && second == kLacking && third == kLacking) return labels.end();
      return std::find(labels.begin(), labels.end(), label);
    };
    std::stable_sort(expected.begin(), expected.end(),
                     [&](const Line& a, const Line& b) { return code(a) < code(b); });
    const std::array columns{&one, &two};
    sort_rows_by_label(frame, columns);
    EXPECT_EQ(lines_of(frame, one, two), expected);
  }
}

}  // namespace label_order_test
}  // namespace sonde
