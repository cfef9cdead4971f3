#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sonde {

std::size_t threads_or_all(std::size_t threads) {
  return threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t count, std::size_t grain, std::size_t threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(1, grain);
  const std::size_t parts = (count + grain - 1) / grain;
  const std::size_t workers = std::min({threads_or_all(threads), parts, kMostThreads});
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::size_t failed = parts;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (std::size_t part = next++; part < parts; part = next++) {
      try {
        body(part * grain, std::min(count, (part + 1) * grain));
      } catch (...) {
        const std::scoped_lock lock(failure_mutex);
        if (part < failed) failure = std::current_exception();
        failed = std::min(failed, part);
        next = parts;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < workers; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace sonde
