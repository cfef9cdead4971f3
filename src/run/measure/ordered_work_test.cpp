#include "run/measure/ordered_work.h"

#include <gtest/gtest.h>

#include <memory>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <vector>

namespace sonde {
namespace ordered_work_test {

TEST(InTurn, GivesInTheOrderThatWasAskedForWhereverItIsComputed) {
  InTurn<int> numbers;
  for (int i = 0; i < 100; ++i) numbers.add(i % 3 != 0, [i] { return i; });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(numbers.take(true), i);
  EXPECT_EQ(numbers.take(true), std::nullopt);
}

TEST(InTurn, DoesNotWaitUnlessItIsToldTo) {
  std::binary_semaphore may_go{0};
  InTurn<int> numbers;
  numbers.add(true, [&] { return may_go.acquire(), 1; });
  numbers.add(false, [] { return 2; });
  EXPECT_EQ(numbers.take(false), std::nullopt);
  may_go.release();
  EXPECT_EQ(numbers.take(true), 1);
  EXPECT_EQ(numbers.take(false), 2);
}

TEST(InTurn, ThrowsWhatTheComputingThrewAndGoesOn) {
  InTurn<int> numbers;
  numbers.add(true, []() -> int { throw std::runtime_error("no"); });
  numbers.add(true, [] { return 2; });
  EXPECT_THROW(numbers.take(true), std::runtime_error);
  EXPECT_EQ(numbers.take(true), 2);
}

TEST(InTurn, LetsGoOfWhatAComputingHeldBeforeItsOutcomeIsThere) {
  for (int i = 0; i < 100; ++i) {
    InTurn<int> numbers;
    auto held = std::make_shared<std::vector<std::string>>(1000, "something that takes room");
    const std::weak_ptr<std::vector<std::string>> watched = held;
    numbers.add(true, [held = std::move(held)] { return static_cast<int>(held->size()); });
    EXPECT_EQ(numbers.take(true), 1000);
    EXPECT_TRUE(watched.expired());
  }
}

}  // namespace ordered_work_test
}  // namespace sonde
