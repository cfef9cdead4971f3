#pragma once

#include <span>

namespace sonde {

// A vector's projection onto the plane of two others, A and B (Set-like compositionality, criteria
// C2, C5 and C6, appendix A.2, whose equations (2) and (4) drop the vectors). Angles in radians.
struct PlaneProjection {
  double between;  // angle of A and B, in (0, pi)
  double from_a;   // the projection's, towards B (below 0 on A's other side)
  double norm_a, norm_b, norm_projection, norm;  // `norm`: the vector's own

  double to_a() const;  // angles of the projection with A and with B, in [0, pi]
  double to_b() const;
  double position() const { return 1 - from_a / between; }  // 0 at B, 1 at A, outside beyond
  // Whether the angles to A and B add up to that between them, within a tolerance.
  bool is_between(double tolerance) const { return to_a() + to_b() <= between + tolerance; }
};

// Vectors of the same length, else kUsage. All angles are NaN if A and B are collinear (their
// angle's sine is under 1e-6, the limit of floats) or if a vector is zero or has a NaN. Those of
// the projection are also NaN if it is practically zero.
PlaneProjection project(std::span<const float> vector, std::span<const float> a,
                        std::span<const float> b);

}  // namespace sonde
