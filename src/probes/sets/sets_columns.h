#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sonde/matrix.h"
#include "sonde/probe.h"
#include "statistics/measures/plane_projection.h"

namespace sonde {

// Measurements of the probe `sets` on a sample ({A, B}, T): under each measure the similarities of
// the three, and how much more similar A - B is to T than to B. Then angles.
enum class SetsMeasure : std::size_t { kCosine, kDot, kL1, kL2, kNed };

struct MeasureKind {
  std::string_view name;
  bool bounded;   // for thresholds: if so, their range is that of all subjects of a run
  bool distance;  // negated: a larger number is closer
};
inline constexpr std::array<MeasureKind, 5> kSetsMeasures{{{"cosine", true, false},
                                                           {"dot", false, false},
                                                           {"l1", false, true},
                                                           {"l2", false, true},
                                                           {"ned", true, true}}};

enum Similar : std::size_t { kAB, kAT, kBT, kOffset, kSimilars };

enum Angle : std::size_t {
  kBetween = kSetsMeasures.size() * kSimilars,  // between A and B, in radians
  kFromA,      // for T's projection onto their plane, towards B: see
               // statistics/measures/plane_projection.h
  kNormRatio,  // |A| / |B|
  kSetsColumns
};

constexpr std::size_t sets_column(std::size_t measure, Similar similar) {
  return measure * kSimilars + similar;
}

std::vector<Measurement> sets_measurements();

// The block's rows x kSetsColumns.
void measure_sets(const Block& block, Matrix<double> out);

// The angles of the projection of a row's target. Nothing if undefined.
std::optional<PlaneProjection> placed(std::span<const double> row);

}  // namespace sonde
