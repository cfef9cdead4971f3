#include "engine/kernels/kernel_revisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde {
namespace kernel_revisions_test {

constexpr CpuClass kLevels[] = {CpuClass::kBaseline, CpuClass::kAvx2, CpuClass::kAvx512};

TEST(KernelRevisions, NameWhatIsInForceOnce) {
  for (const auto level : kLevels) {
    EXPECT_THAT(kernels_in_force(level, {true, true, Products::kTiles}),
                testing::MatchesRegex("attention [0-9]+, norm [0-9]+, tiles [0-9]+"));
    EXPECT_THAT(kernels_in_force(level, {true, true, Products::kLibrary}),
                testing::MatchesRegex("attention [0-9]+, norm [0-9]+"));
    EXPECT_THAT(kernels_in_force(level, {false, true, Products::kLibrary}),
                testing::MatchesRegex("norm [0-9]+"));
    EXPECT_EQ(kernels_in_force(level, {}), "no own kernels");
  }
}

}  // namespace kernel_revisions_test
}  // namespace sonde
