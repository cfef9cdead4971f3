#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sonde {

// The assignment of rows to columns with the largest sum of profits, each column at most once: the
// Hungarian method with potentials, in rows^2 x columns steps.
class Assignment {
 public:
  // `profits` has one row after the other, rows <= columns. Gives a column for each row, until the
  // next call.
  std::span<const std::uint32_t> solve(std::span<const double> profits, std::size_t rows,
                                       std::size_t columns);

 private:
  void add_row(std::size_t row);

  std::span<const double> profits_;
  std::size_t columns_ = 0;
  std::vector<double> row_price_, column_price_, slack_;
  std::vector<std::uint32_t> row_of_, way_, column_of_;  // counted from 1 (0: none)
  std::vector<char> used_;
};

}  // namespace sonde
