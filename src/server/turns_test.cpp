#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "server/loaded_encoders.h"
#include "sonde/error.h"

namespace sonde {
namespace turns_test {

constexpr auto kWhile = std::chrono::milliseconds(5);
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
  for (const auto& [urgency, name] :
       {std::pair{Urgency::kJob, 'j'}, std::pair{Urgency::kJob, 'k'},
        std::pair{Urgency::kView, 'v'}, std::pair{Urgency::kView, 'w'}}) {
    threads.emplace_back([&turns, &mutex, &order, urgency = urgency, name = name] {
      const Turns::Turn turn(turns, urgency, kNever);
      const std::scoped_lock lock(mutex);
      order += name;
    });
    std::this_thread::sleep_for(10 * kWhile);  // so that they come in this order
  }
  first.reset();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(order, "vwjk");
}

// One who takes turn after turn lets another in between.
TEST(Turns, ComeInTheOrderOfAsking) {
  Turns turns;
  std::atomic<bool> done = false, asks = false;
  std::thread busy([&] {
    while (!done) {
      const Turns::Turn turn(turns, Urgency::kJob, kNever);
      asks = true;
      std::this_thread::sleep_for(kWhile);
    }
  });
  while (!asks) std::this_thread::sleep_for(kWhile);
  const auto started = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) const Turns::Turn turn(turns, Urgency::kJob, kNever);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(2));
  done = true;
  busy.join();
}

TEST(Turns, NeedNotBeWaitedFor) {
  Turns turns;
  std::atomic<bool> stopped = false;
  auto own = std::make_unique<Turns::Turn>(turns, Urgency::kJob, kNever);
  std::thread waiting([&] {
    try {
      const Turns::Turn turn(turns, Urgency::kJob, [&] { return stopped.load(); });
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
    }
  });
  std::this_thread::sleep_for(kWhile);
  stopped = true;
  waiting.join();
  own.reset();
  const Turns::Turn next(turns, Urgency::kJob, kNever);  // who left is not waited for
}

}  // namespace turns_test
}  // namespace sonde
