#include "probes/sets/sets_columns.h"

#include <cmath>
#include <string>

#include "base/nan.h"
#include "probes/sets/sets_layout.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

using Vector = std::span<const float>;

using OfTwo = double (*)(Vector a, Vector b, std::size_t dimension);
template <double (*kOf)(Vector, Vector)>
double of_two(Vector a, Vector b, std::size_t) {
  return kOf(a, b);
}
constexpr std::array<OfTwo, kSetsMeasures.size()> kOfTwo{
    of_two<cosine>, of_two<dot>, of_two<negative_l1>, of_two<negative_l2>, negative_ned};
constexpr std::array<std::string_view, kSimilars> kSimilarNames{"ab", "at", "bt", "offset"};

void measure_similarities(Vector a, Vector b, Vector target, std::size_t dimension,
                          std::span<double> out) {
  for (std::size_t measure = 0; measure < kSetsMeasures.size(); ++measure) {
    const auto of = kOfTwo[measure];
    out[sets_column(measure, kAB)] = of(a, b, dimension);
    out[sets_column(measure, kAT)] = of(a, target, dimension);
    out[sets_column(measure, kBT)] = of(b, target, dimension);
    out[sets_column(measure, kOffset)] = kNaN;
  }
}

// Criterion C4.
void measure_offset(Vector a, Vector b, Vector target, std::size_t dimension,
                    std::span<double> out) {
  std::vector<float> offset(a.begin(), a.end());
  for (std::size_t i = 0; i < b.size(); ++i) offset[i] -= b[i];
  for (std::size_t measure = 0; measure < kSetsMeasures.size(); ++measure) {
    const auto of = kOfTwo[measure];
    out[sets_column(measure, kOffset)] = of(offset, target, dimension) - of(offset, b, dimension);
  }
}

void measure_angles(Vector a, Vector b, Vector target, std::span<double> out) {
  const PlaneProjection found = project(target, a, b);
  out[kBetween] = found.between;
  out[kFromA] = found.from_a;
  const double ratio = found.norm_a / found.norm_b;
  out[kNormRatio] = std::isfinite(ratio) ? ratio : kNaN;
}

}  // namespace

std::vector<Measurement> sets_measurements() {
  std::vector<Measurement> measurements;
  for (const auto& measure : kSetsMeasures) {
    for (const auto similar : kSimilarNames) {
      measurements.push_back({std::string(measure.name) + "_" + std::string(similar), true});
    }
  }
  for (const char* name : {"angle", "from_a", "norm_ratio"}) measurements.push_back({name, true});
  return measurements;
}

void measure_sets(const Block& block, Matrix<double> out) {
  std::size_t text = 0;
  std::size_t row = 0;
  for (const auto& item : block.items) {
    for (const auto& sample : item.rows) {
      const auto numbers = out[row++];
      if (block.vectors.rows() == 0) {
        for (double& number : numbers) number = kNaN;
        continue;
      }
      const auto vector = [&](std::size_t which) {
        return Vector(block.vectors[text + sample.at[which]]);
      };
      const Vector a = vector(0), b = vector(1), target = vector(2);
      measure_similarities(a, b, target, block.dimension(), numbers);
      if (parse_sample_label(sample.label)->op == SetOperator::kDifference) {
        measure_offset(a, b, target, block.dimension(), numbers);
      }
      measure_angles(a, b, target, numbers);
    }
    text += item.texts.size();
  }
}

std::optional<PlaneProjection> placed(std::span<const double> row) {
  PlaneProjection found{};
  found.between = row[kBetween];
  found.from_a = row[kFromA];
  if (std::isnan(found.between) || std::isnan(found.from_a)) return std::nullopt;
  return found;
}

}  // namespace sonde
