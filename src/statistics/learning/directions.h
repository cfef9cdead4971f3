#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sonde/matrix.h"

namespace sonde {

// The direction that vectors have in common, from the sums of the products of their coordinates.
class CommonDirection {
 public:
  explicit CommonDirection(std::size_t dimension);
  ~CommonDirection();

  // Adds one vector per row, of finite numbers. The bits of the results depend on the order of the
  // rows, not on how calls part them.
  void add(Matrix<const double> rows);
  // The unit vector along which the vectors' projections have the largest sum of squares: the first
  // right singular vector, without centring. Its largest coordinate is positive. Empty if all
  // vectors are zero.
  std::vector<double> direction() const;

 private:
  struct Sums;
  std::unique_ptr<Sums> sums_;
};

}  // namespace sonde
