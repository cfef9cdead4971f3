#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "apps/server/loaded_encoders.h"
#include "base/testing/eventually_test.h"
#include "sonde/error.h"

namespace sonde {
namespace turns_test {

const Stop kNever = [] { return false; };

TEST(Turns, AreTakenOneAtATime) {
  Turns turns;
  std::atomic<int> inside = 0, most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) {
        const Turns::Turn turn(turns, Urgency::kJob, kNever);
        most = std::max(most.load(), ++inside);
        std::this_thread::yield();
        --inside;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
}

// A view that comes last has its turn before the jobs that wait.
TEST(Turns, OfViewsComeBeforeThoseOfJobs) {
  Turns turns;
  std::mutex mutex;
  std::string order;
  auto first = std::make_unique<Turns::Turn>(turns, Urgency::kJob, kNever);
  std::vector<std::thread> threads;
  std::atomic<std::size_t> waiting = 0;  // they come in this order
  for (const auto& [urgency, name] :
       {std::pair{Urgency::kJob, 'j'}, std::pair{Urgency::kJob, 'k'},
        std::pair{Urgency::kView, 'v'}, std::pair{Urgency::kView, 'w'}}) {
    threads.emplace_back([&, urgency = urgency, name = name, place = threads.size() + 1] {
      const Turns::Turn turn(turns, urgency, [&] {
        waiting = std::max(waiting.load(), place);
        return false;
      });
      const std::scoped_lock lock(mutex);
      order += name;
    });
    EXPECT_TRUE(test::eventually([&] { return waiting == threads.size(); }));
  }
  first.reset();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(order, "vwjk");
}

// One who takes turn after turn lets another in between.
TEST(Turns, ComeInTheOrderOfAsking) {
  Turns turns;
  std::atomic<bool> done = false, another_waits = false;
  std::atomic<int> taken = 0;
  std::thread busy([&] {
    while (!done) {
      const Turns::Turn turn(turns, Urgency::kJob, kNever);
      ++taken;
      test::eventually([&] { return another_waits || done; });
    }
  });
  EXPECT_TRUE(test::eventually([&] { return taken > 0; }));
  for (int i = 0; i < 3; ++i) {
    std::optional<int> before;
    {
      const Turns::Turn turn(turns, Urgency::kJob, [&] {
        if (!before) before = taken;
        another_waits = true;
        return false;
      });
      EXPECT_LE(taken - before.value_or(taken), 1);  // one may have been due already
    }
    another_waits = false;
  }
  done = true;
  busy.join();
}

TEST(Turns, NeedNotBeWaitedFor) {
  Turns turns;
  std::atomic<bool> stopped = false, waits = false;
  auto own = std::make_unique<Turns::Turn>(turns, Urgency::kJob, kNever);
  std::thread waiting([&] {
    try {
      const Turns::Turn turn(turns, Urgency::kJob, [&] {
        waits = true;
        return stopped.load();
      });
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
    }
  });
  EXPECT_TRUE(test::eventually([&] { return waits.load(); }));
  stopped = true;
  waiting.join();
  own.reset();
  const Turns::Turn next(turns, Urgency::kJob, kNever);  // doesn't wait for one that left
}

}  // namespace turns_test
}  // namespace sonde
