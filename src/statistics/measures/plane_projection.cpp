#include "statistics/measures/plane_projection.h"

#include <cmath>
#include <numbers>

#include "base/nan.h"
#include "sonde/error.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kLeastSine = 1e-6;  // below, the rounding of floats speaks

// Angles beyond both are counted from the closer one: those of the half circle about the middle.
double about_the_middle(double angle, double between) {
  return angle < between / 2 - kPi ? angle + 2 * kPi : angle;
}

double within_pi(double angle) { return angle > kPi ? 2 * kPi - angle : angle; }

}  // namespace

double PlaneProjection::to_a() const { return within_pi(std::abs(from_a)); }
double PlaneProjection::to_b() const { return within_pi(std::abs(between - from_a)); }

PlaneProjection project(std::span<const float> vector, std::span<const float> a,
                        std::span<const float> b) {
  const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
  const double va = dot(vector, a), vb = dot(vector, b);
  PlaneProjection found{kNaN,          kNaN, std::sqrt(aa),
                        std::sqrt(bb), kNaN, std::sqrt(dot(vector, vector))};
  const double b_along = ab / found.norm_a;
  const double b_across = std::sqrt(bb - b_along * b_along);
  if (!(b_across > kLeastSine * found.norm_b)) return found;
  const double along = va / found.norm_a;
  const double across = (vb - along * b_along) / b_across;
  found.between = std::atan2(b_across, b_along);
  found.norm_projection = std::hypot(along, across);
  if (found.norm_projection > kLeastSine * found.norm) {
    found.from_a = about_the_middle(std::atan2(across, along), found.between);
  }
  return found;
}

}  // namespace sonde
