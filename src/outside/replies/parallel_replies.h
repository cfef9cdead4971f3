#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace sonde {

// Sends several questions at once, on separate threads, and gives the replies as they come to the
// thread that made it. After a failure it sends no more, and awaits those under way: they may have
// been paid for.
template <class Answer>
class ParallelReplies {
 public:
  using Ask = std::function<Answer(std::size_t question)>;

  // `ask` is called on up to `parallel` threads, with the questions 0 .. count in order.
  ParallelReplies(std::size_t count, std::size_t parallel, Ask ask)
      : count_(count), ask_(std::move(ask)) {
    const std::size_t threads = std::min(count, parallel);
    working_ = threads;  // not read again here: a thread may have ended
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~ParallelReplies() {
    const std::scoped_lock lock(mutex_);
    next_ = count_;
  }
  ParallelReplies(const ParallelReplies&) = delete;
  ParallelReplies& operator=(const ParallelReplies&) = delete;

  // The next available reply, with its question. Nothing after the last. `idle` is called about 20
  // times per second meanwhile. Rethrows the first failure, after all replies.
  std::optional<std::pair<std::size_t, Answer>> next(const std::function<void()>& idle) {
    constexpr std::chrono::milliseconds kNap{50};
    std::unique_lock lock(mutex_);
    while (answers_.empty() && working_ > 0) {
      changed_.wait_for(lock, kNap);
      lock.unlock();
      idle();
      lock.lock();
    }
    if (answers_.empty()) {
      if (failure_) std::rethrow_exception(failure_);
      return std::nullopt;
    }
    auto answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (next_ < count_) {
      const std::size_t question = next_++;
      lock.unlock();
      std::optional<Answer> answer;
      std::exception_ptr failure;
      try {
        answer = ask_(question);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (answer) answers_.emplace_back(question, std::move(*answer));
      if (failure) next_ = count_;
      if (failure && !failure_) failure_ = failure;
      changed_.notify_all();
    }
    --working_;
    changed_.notify_all();
  }

  std::size_t count_;
  Ask ask_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0, working_ = 0;
  std::deque<std::pair<std::size_t, Answer>> answers_;
  std::exception_ptr failure_;         // the first
  std::vector<std::jthread> threads_;  // last: they use the others
};

}  // namespace sonde
