#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sonde/error.h"
#include "sonde/stats.h"
#include "statistics/measures/similarity_kernels.h"
#include "statistics/measures/testing/python_oracle.h"
#include "statistics/measures/testing/similarity_reference.h"

namespace sonde {
namespace similarity_test {

using Vector = std::vector<float>;
constexpr std::size_t kSizes[] = {1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 100, 384, 768, 1023};

// Numbers of both signs and of many magnitudes.
Vector vector_of(std::size_t size, std::uint64_t stream) {
  Vector vector(size);
  for (std::size_t i = 0; i < size; ++i) {
    const double magnitude = std::exp(8 * uniform(stream + 1, i) - 6);
    vector[i] = static_cast<float>((uniform(stream, i) - 0.5) * magnitude);
  }
  return vector;
}

TEST(Similarity, AgreesWithTheReference) {
  for (const auto size : kSizes) {
    const Vector a = vector_of(size, 10), b = vector_of(size, 20);
    EXPECT_NEAR(cosine(a, b), reference::cosine(a, b), 1e-14);
    EXPECT_NEAR(dot(a, b), reference::dot(a, b), 1e-13 * reference::dot(a, a));
    EXPECT_NEAR(negative_l1(a, b) / reference::negative_l1(a, b), 1, 1e-14);
    EXPECT_NEAR(negative_l2(a, b) / reference::negative_l2(a, b), 1, 1e-14);
    if (size == 1) continue;  // no variance
    EXPECT_NEAR(negative_ned(a, b), reference::negative_ned(a, b), 1e-14);
  }
}

TEST(Similarity, AgreesWithScipy) {
  std::vector<double> given, ours;
  for (const auto size : kSizes) {
    const Vector a = vector_of(size, 30), b = vector_of(size, 40);
    given.push_back(static_cast<double>(size));
    given.insert(given.end(), a.begin(), a.end());
    given.insert(given.end(), b.begin(), b.end());
    for (const double value : {cosine(a, b), dot(a, b), negative_l1(a, b), negative_l2(a, b)}) {
      ours.push_back(value);
    }
  }
  const auto theirs = ask_python(R"(
from scipy.spatial import distance
answer, at = [], 0
while at < len(given):
    n = int(given[at]); a, b = given[at + 1:at + 1 + n], given[at + 1 + n:at + 1 + 2 * n]
    at += 1 + 2 * n
    answer += [1 - distance.cosine(a, b), a @ b]
    answer += [-distance.cityblock(a, b), -distance.euclidean(a, b)]
)",
                                 given);
  ASSERT_EQ(theirs.size(), ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_NEAR(ours[i], theirs[i], 1e-13 * std::max(1.0, std::abs(theirs[i]))) << i;
  }
}

template <class Kernel>
void expect_same_bits(const Kernel& kernel, const Vector& a, const Vector& b) {
  const double baseline = run_at(CpuClass::kBaseline, kernel, a.data(), b.data(), a.size());
  for (const auto level : {CpuClass::kAvx2, CpuClass::kAvx512}) {
    if (level > kernel_class()) continue;
    EXPECT_EQ(run_at(level, kernel, a.data(), b.data(), a.size()), baseline) << a.size();
  }
}

struct CosineOfSums {
  [[gnu::always_inline]] inline double operator()(const float* a, const float* b,
                                                  std::size_t size) const {
    const auto [ab, aa, bb] = CosineSums{}(a, b, size);
    return ab / std::sqrt(aa * bb);
  }
};

struct NedOfSums {
  [[gnu::always_inline]] inline double operator()(const float* a, const float* b,
                                                  std::size_t size) const {
    const auto [aa, bb, dd] = SpreadSums{}(a, b, size);
    return aa == 0 ? dd : dd / (aa + bb);
  }
};

TEST(Similarity, HasTheSameBitsOnEveryClassOfProcessor) {
  for (std::size_t size = 0; size < 200; ++size) {
    const Vector a = vector_of(size + 1, 50 + size), b = vector_of(size + 1, 500 + size);
    expect_same_bits(CosineOfSums{}, a, b);
    expect_same_bits(SumOfTerms<Product>{}, a, b);
    expect_same_bits(SumOfTerms<AbsoluteDifference>{}, a, b);
    expect_same_bits(SumOfTerms<SquaredDifference>{}, a, b);
    expect_same_bits(NedOfSums{}, a, b);
  }
}

TEST(Similarity, OfAVectorWithItselfIsExact) {
  for (const auto size : kSizes) {
    const Vector a = vector_of(size, 60);
    EXPECT_EQ(cosine(a, a), 1.0);
    EXPECT_EQ(negative_l1(a, a), 0.0);
    EXPECT_FALSE(std::signbit(negative_l2(a, a)));
  }
}

TEST(Similarity, IsSymmetricAndBounded) {
  for (const auto size : kSizes) {
    const Vector a = vector_of(size, 70), b = vector_of(size, 80);
    Vector doubled = a;
    for (float& value : doubled) value *= -3;
    EXPECT_EQ(cosine(a, b), cosine(b, a));
    EXPECT_NEAR(cosine(a, doubled), -1, 1e-7);
    EXPECT_GE(cosine(a, doubled), -1);
    Vector opposite = a;
    for (float& value : opposite) value *= -1;
    if (size > 1) {
      EXPECT_EQ(negative_ned(a, b), negative_ned(b, a));
      EXPECT_NEAR(negative_ned(a, opposite), -1, 1e-12);
      EXPECT_GE(negative_ned(a, opposite), -1);
    }
  }
}

TEST(Similarity, OfVectorsWithFurtherZerosIsThatOfThoseWrittenOut) {
  for (const auto size : kSizes) {
    Vector a = vector_of(size, 70), b = vector_of(size, 80);
    const double told = negative_ned(a, b, size + 1000);
    a.resize(size + 1000), b.resize(size + 1000);
    EXPECT_NEAR(told, negative_ned(a, b), 1e-14) << size;
  }
  EXPECT_THROW(negative_ned(Vector{1, 2}, Vector{1, 3}, 1), Error);
}

TEST(Similarity, KeepsTheRangeOfFloats) {
  const float large = std::numeric_limits<float>::max();
  const float small = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(cosine(Vector{large, large}, Vector{large, large}), 1.0);
  EXPECT_EQ(cosine(Vector{small, 0}, Vector{small, 0}), 1.0);
  EXPECT_EQ(dot(Vector{large}, Vector{large}), double{large} * double{large});
}

TEST(Similarity, IsUndefinedWhereItIs) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(cosine(Vector{0, 0}, Vector{1, 2})));
  EXPECT_TRUE(std::isnan(cosine(Vector{}, Vector{})));
  EXPECT_TRUE(std::isnan(negative_ned(Vector{2, 2}, Vector{1, 1})));
  EXPECT_EQ(negative_ned(Vector{2, 2}, Vector{1, 2}), -0.5);
  for (const auto similarity : {cosine, dot, negative_l1, negative_l2, negative_ned}) {
    EXPECT_TRUE(std::isnan(similarity(Vector{1, nan}, Vector{1, 2})));
    EXPECT_THROW(similarity(Vector{1}, Vector{1, 2}), Error);
  }
}

}  // namespace similarity_test
}  // namespace sonde
