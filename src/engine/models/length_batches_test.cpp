#include "engine/models/length_batches.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace sonde {
namespace length_batches_test {

TEST(LengthBatches, HoldEveryPlaceOnceWithItsLength) {
  const bool well = rc::check([] {
    const auto lengths =
        *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(2, 12));
    const auto tokens = *rc::gen::inRange<std::size_t>(1, 40);
    std::vector<std::size_t> seen;
    std::size_t previous = SIZE_MAX;
    for (const auto& batch : batches_by_length(lengths, tokens)) {
      RC_ASSERT(!batch.places.empty());
      RC_ASSERT(batch.places.size() == 1 || batch.places.size() * batch.length <= tokens);
      RC_ASSERT(batch.length <= previous);
      previous = batch.length;
      for (const std::size_t place : batch.places) {
        RC_ASSERT(lengths.at(place) == batch.length);
        seen.push_back(place);
      }
    }
    std::ranges::sort(seen);
    RC_ASSERT(seen.size() == lengths.size());
    for (std::size_t i = 0; i < seen.size(); ++i) RC_ASSERT(seen[i] == i);
  });
  EXPECT_TRUE(well);
}

}  // namespace length_batches_test
}  // namespace sonde
