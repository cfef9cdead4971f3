#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace sonde {

// Computes one after another, on a separate thread or at once, and gives in that order. Those that
// have not begun when this ends are dropped.
template <class T>
class InTurn {
 public:
  // Waits while kMost wait.
  template <class Compute>
  void add(bool beside, Compute compute) {
    Waiting one{std::move(compute), {}};
    coming_.push_back(one.outcome.get_future());
    if (!beside) return one.go();
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < kMost; });
    waiting_.push_back(std::move(one));
    changed_.notify_all();
  }

  // The next, if it is there or is waited for. Nothing if none was added. Rethrows an exception of
  // its computation.
  std::optional<T> take(bool wait) {
    if (coming_.empty()) return std::nullopt;
    auto& next = coming_.front();
    if (!wait && next.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
      return std::nullopt;
    }
    auto future = std::move(next);
    coming_.pop_front();
    return future.get();
  }

 private:
  static constexpr std::size_t kMost = 4;

  struct Waiting {
    std::function<T()> compute;  // captures are destroyed where it ran
    std::promise<T> outcome;

    void go() {
      try {
        T made = std::exchange(compute, {})();
        outcome.set_value(std::move(made));
      } catch (...) {
        outcome.set_exception(std::current_exception());
      }
    }
  };

  void work(const std::stop_token& stop) {
    while (true) {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) return;
      if (stop.stop_requested()) return;
      Waiting one = std::move(waiting_.front());
      waiting_.pop_front();
      changed_.notify_all();
      lock.unlock();
      one.go();
    }
  }

  std::deque<std::future<T>> coming_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Waiting> waiting_;
  std::jthread thread_;  // last: it reads the others
};

}  // namespace sonde
