#include "graphs/assignment.h"

#include <limits>

namespace sonde {

std::span<const std::uint32_t> Assignment::solve(std::span<const double> profits, std::size_t rows,
                                                 std::size_t columns) {
  profits_ = profits;
  columns_ = columns;
  row_price_.assign(rows + 1, 0);
  column_price_.assign(columns + 1, 0);
  row_of_.assign(columns + 1, 0);
  way_.assign(columns + 1, 0);
  for (std::size_t row = 1; row <= rows; ++row) add_row(row);
  column_of_.resize(rows);
  for (std::uint32_t j = 1; j <= columns; ++j) {
    if (row_of_[j] != 0) column_of_[row_of_[j] - 1] = j - 1;
  }
  return column_of_;
}

// Along the shortest path, in reduced costs, from the row to a free column. Column 0 holds the row.
void Assignment::add_row(std::size_t row) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  slack_.assign(columns_ + 1, kFar);
  used_.assign(columns_ + 1, 0);
  row_of_[0] = static_cast<std::uint32_t>(row);
  std::uint32_t at = 0;
  do {
    used_[at] = 1;
    const std::uint32_t from = row_of_[at];
    const double* profit = profits_.data() + (from - 1) * columns_;
    double least = kFar;
    std::uint32_t next = 0;
    for (std::uint32_t j = 1; j <= columns_; ++j) {
      if (used_[j] != 0) continue;
      const double cost = -profit[j - 1] - row_price_[from] - column_price_[j];
      if (cost < slack_[j]) {
        slack_[j] = cost;
        way_[j] = at;
      }
      if (slack_[j] < least) {
        least = slack_[j];
        next = j;
      }
    }
    for (std::uint32_t j = 0; j <= columns_; ++j) {
      if (used_[j] != 0) {
        row_price_[row_of_[j]] += least;
        column_price_[j] -= least;
      } else {
        slack_[j] -= least;
      }
    }
    at = next;
  } while (row_of_[at] != 0);
  for (; at != 0; at = way_[at]) row_of_[at] = row_of_[way_[at]];
}

}  // namespace sonde
