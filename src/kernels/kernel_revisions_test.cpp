#include "kernels/kernel_revisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(KernelRevisions, TilesCountOnlyWhereTheyAreInForce) {
  for (const auto level : {CpuClass::kBaseline, CpuClass::kAvx2, CpuClass::kAvx512}) {
    EXPECT_THAT(kernels_in_force(level, Products::kLibrary), Not(HasSubstr("tiles")));
    EXPECT_THAT(kernels_in_force(level, Products::kTiles), HasSubstr(", tiles "));
  }
}

TEST(KernelRevisions, EachKernelHasOneOnAProcessor) {
  for (const auto level : {CpuClass::kBaseline, CpuClass::kAvx2, CpuClass::kAvx512}) {
    EXPECT_THAT(kernels_in_force(level, Products::kLibrary),
                testing::MatchesRegex("attention [0-9]+, norm [0-9]+"));
  }
}

}  // namespace
}  // namespace sonde
