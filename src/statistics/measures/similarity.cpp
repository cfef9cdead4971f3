#include <algorithm>
#include <cmath>

#include "sonde/error.h"
#include "sonde/stats.h"
#include "statistics/measures/similarity_kernels.h"

namespace sonde {
namespace {

using Vector = std::span<const float>;

template <class Kernel>
auto run(const Kernel& kernel, Vector a, Vector b) {
  if (a.size() != b.size()) throw usage_error("a similarity of vectors of different lengths");
  return run_at(kernel_class(), kernel, a.data(), b.data(), a.size());
}

}  // namespace

double cosine(Vector a, Vector b) {
  const auto [ab, aa, bb] = run(CosineSums{}, a, b);
  return std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);  // 0 / 0 is NaN
}

double dot(Vector a, Vector b) { return run(SumOfTerms<Product>{}, a, b); }

double negative_l1(Vector a, Vector b) { return 0.0 - run(SumOfTerms<AbsoluteDifference>{}, a, b); }

double negative_l2(Vector a, Vector b) {
  return 0.0 - std::sqrt(run(SumOfTerms<SquaredDifference>{}, a, b));
}

double negative_ned(Vector a, Vector b) { return negative_ned(a, b, a.size()); }

double negative_ned(Vector a, Vector b, std::size_t dimension) {
  if (dimension < a.size()) throw usage_error("a vector longer than its dimension");
  const auto [aa, bb, dd] = run(SpreadSums{dimension - a.size()}, a, b);
  return std::clamp(0.0 - dd / (2 * (aa + bb)), -1.0, 0.0);  // 0 / 0 is NaN
}

}  // namespace sonde
