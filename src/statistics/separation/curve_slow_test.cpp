#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "base/random.h"
#include "statistics/measures/testing/shapes.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace curve_slow_test {

// A shape drawn at random: up to four peaks of any width, perhaps rounded, perhaps cut at the ends.
class Drawn {
 public:
  explicit Drawn(std::uint64_t sample) : sample_(sample) {}

  std::vector<double> values(std::uint64_t kind) {
    const auto n = static_cast<std::size_t>(std::exp(within(std::log(2), std::log(10'000))));
    const auto peaks = 1 + static_cast<std::size_t>(within(0, 4));
    std::vector<double> all;
    for (std::size_t peak = 0; peak < peaks; ++peak) {
      const double centre = within(0, 1) < 0.3 ? std::copysign(1, within(-1, 1)) : within(-1, 1);
      all = both(all, normal(n / peaks + 1, 1000 * sample_ + 10 * kind + peak, centre, width()));
    }
    if (within(0, 1) < 0.3) all = rounded(all, width());
    return within(0, 1) < 0.5 ? clipped(all) : all;
  }

  Bandwidth bandwidth() {
    const double which = within(0, 4);
    if (which < 1) return {BandwidthRule::kScott};
    if (which < 2) return {BandwidthRule::kSilverman};
    return {BandwidthRule::kFactor,
            which < 3 ? 0.2 : std::exp(within(std::log(0.02), std::log(3)))};
  }

 private:
  double within(double low, double high) {
    return low + (high - low) * unit_interval(random_bits(29, sample_, drawn_++));
  }
  double width() { return std::exp(within(std::log(1e-4), std::log(0.5))); }

  std::uint64_t sample_, drawn_ = 0;
};

TEST(CurveSweep, OverlapOfTheFastIsThatOfTheExact) {
  const char* more = std::getenv("SONDE_SHAPES");
  const std::uint64_t shapes = more != nullptr ? std::strtoul(more, nullptr, 10) : 60;
  double farthest = 0;
  for (std::uint64_t sample = 0; sample < shapes; ++sample) {
    Drawn drawn(sample);
    const Bandwidth bandwidth = drawn.bandwidth();
    const auto a = drawn.values(0), b = drawn.values(1);
    const double fast = overlap(curve(a, bandwidth), curve(b, bandwidth));
    const double exact = overlap(exact_curve(a, bandwidth), exact_curve(b, bandwidth));
    ASSERT_EQ(std::isnan(fast), std::isnan(exact)) << "shape " << sample;
    if (std::isnan(exact)) continue;
    ASSERT_NEAR(fast, exact, 1e-5) << "shape " << sample;
    farthest = std::max(farthest, std::abs(fast - exact));
  }
  std::printf("the farthest is off by %.2g\n", farthest);
  EXPECT_GT(farthest, 1e-12);  // else no transform was taken
}

TEST(CurveSweep, OfManyValues) {
  const auto a = clipped(both(normal(20'000, 1, 0.93, 0.03), std::vector<double>(20'000, 1)));
  const auto b = clipped(normal(10'000, 2, 0.9, 0.05));
  EXPECT_NEAR(overlap(curve(a), curve(b)), overlap(exact_curve(a), exact_curve(b)), 1e-5);
}

}  // namespace curve_slow_test
}  // namespace sonde
