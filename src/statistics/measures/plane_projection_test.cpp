#include "statistics/measures/plane_projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "sonde/error.h"
#include "statistics/measures/testing/simulated.h"

namespace sonde {
namespace plane_projection_test {

using Vector = std::vector<float>;
constexpr double kDegree = std::numbers::pi / 180;

Vector at(double degrees, double norm = 1, double height = 0) {
  return {static_cast<float>(norm * std::cos(degrees * kDegree)),
          static_cast<float>(norm * std::sin(degrees * kDegree)), static_cast<float>(height)};
}

TEST(Plane, PositionTellsBetweenFromBeyond) {
  const Vector a = at(0, 3), b = at(60, 0.5);
  const auto of = [&](double degrees) { return project(at(degrees, 2, 5), a, b); };
  EXPECT_NEAR(of(0).position(), 1, 1e-6);
  EXPECT_NEAR(of(60).position(), 0, 1e-6);
  EXPECT_NEAR(of(30).position(), 0.5, 1e-6);
  EXPECT_NEAR(of(-30).position(), 1.5, 1e-6);
  EXPECT_NEAR(of(90).position(), -0.5, 1e-6);
  EXPECT_NEAR(of(200).position(), -7 / 3.0, 1e-6);   // closer to B
  EXPECT_NEAR(of(-140).position(), 10 / 3.0, 1e-6);  // closer to A
  EXPECT_TRUE(of(61).is_between(2.1 * kDegree));
  EXPECT_FALSE(of(61).is_between(1.9 * kDegree));
  EXPECT_TRUE(of(1).is_between(0.001 * kDegree));
  EXPECT_NEAR(of(-140).to_a() / kDegree, 140, 1e-4);
  EXPECT_NEAR(of(-140).to_b() / kDegree, 160, 1e-4);
  EXPECT_NEAR(of(30).norm_projection, 2, 1e-6);
  EXPECT_NEAR(of(30).norm, std::sqrt(29), 1e-6);
}

TEST(Plane, IsMirroredWhereAAndBChangePlaces) {
  for (std::uint64_t sample = 0; sample < 200; ++sample) {
    Vector a(20), b(20), v(20);
    for (std::size_t i = 0; i < 20; ++i) {
      const Normals normals(sample, i);
      a[i] = static_cast<float>(normals.first);
      b[i] = static_cast<float>(normals.second);
      v[i] = static_cast<float>(Normals(sample + 1000, i).first);
    }
    const auto one = project(v, a, b), other = project(v, b, a);
    EXPECT_NEAR(one.position(), 1 - other.position(), 1e-9);
    EXPECT_NEAR(one.to_a(), other.to_b(), 1e-9);
    EXPECT_NEAR(one.norm_projection, other.norm_projection, 1e-9);
    EXPECT_LE(one.norm_projection, one.norm);
  }
}

TEST(Plane, IsUndefinedForCollinearAndZeroVectors) {
  const Vector a = at(10), b = at(70), zero(3);
  EXPECT_TRUE(std::isnan(project(b, a, a).between));
  EXPECT_TRUE(std::isnan(project(b, a, at(10, -4)).between));
  EXPECT_TRUE(std::isnan(project(b, zero, a).between));
  EXPECT_TRUE(std::isnan(project(b, a, zero).between));
  EXPECT_TRUE(std::isnan(project(zero, a, b).position()));
  EXPECT_TRUE(std::isnan(project({{0, 0, 1}}, a, b).to_a()));
  EXPECT_FALSE(project({{0, 0, 1}}, a, b).is_between(1));
  EXPECT_NEAR(project({{0, 0, 1}}, a, b).between / kDegree, 60, 1e-4);
  EXPECT_TRUE(std::isnan(project(Vector{NAN, 0, 1}, a, b).position()));
  EXPECT_THROW(project(Vector{1, 2}, a, b), Error);
}

}  // namespace plane_projection_test
}  // namespace sonde
