#include "statistics/learning/directions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/own_folder_test.h"
#include "base/random.h"

namespace sonde {
namespace directions_test {

// Numbers with two decimals and a common shift.
MatrixOf<double> some_rows(std::size_t count, std::size_t dimension) {
  MatrixOf<double> rows(count, dimension);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < dimension; ++k) {
      rows[i][k] = static_cast<double>(random_bits(3, i, k) % 400) / 100 - 1.7;
    }
  }
  return rows;
}

std::vector<double> direction_of(const MatrixOf<double>& rows, std::size_t block) {
  CommonDirection common(rows.columns());
  for (std::size_t i = 0; i < rows.rows(); i += block) {
    common.add(rows.view().block(i, std::min(block, rows.rows() - i)));
  }
  return common.direction();
}

TEST(CommonDirection, IsNumPysFirstRightSingularVector) {
  for (const auto& [count, dimension] :
       std::vector<std::pair<std::size_t, std::size_t>>{{200, 30}, {7, 30}, {1, 5}, {40, 1}}) {
    const auto rows = some_rows(count, dimension);
    const std::string folder = test::own_folder();
    std::ofstream file(folder + "/sonde_rows.txt");
    for (std::size_t i = 0; i < count; ++i) {
      for (const double x : rows[i]) file << x << ' ';
      file << '\n';
    }
    file.close();
    const std::string command =
        "cd '" + folder +
        "' && '" SONDE_VENV_PYTHON
        "' -c \"import numpy as n; "
        "v = n.linalg.svd(n.loadtxt('sonde_rows.txt', ndmin=2))[2][0]; "
        "n.savetxt('sonde_direction.txt', v * n.sign(v[abs(v).argmax()]))\"";
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream theirs(folder + "/sonde_direction.txt");
    double expected = 0;
    for (const double x : direction_of(rows, 16)) {
      ASSERT_TRUE(theirs >> expected);
      EXPECT_NEAR(x, expected, 1e-9);
    }
    EXPECT_FALSE(theirs >> expected);
  }
}

TEST(CommonDirection, DoesNotDependOnHowCallsPartTheRows) {
  const auto rows = some_rows(100, 12);
  EXPECT_EQ(direction_of(rows, 1), direction_of(rows, 100));
  EXPECT_EQ(direction_of(rows, 7), direction_of(rows, 100));
}

TEST(CommonDirection, OfNothingIsNone) {
  EXPECT_TRUE(CommonDirection(3).direction().empty());
  const MatrixOf<double> zeros(4, 3);
  EXPECT_TRUE(direction_of(zeros, 4).empty());
}

}  // namespace directions_test
}  // namespace sonde
