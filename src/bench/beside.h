#pragma once

#include <future>
#include <optional>
#include <utility>

namespace sonde {

// What is computed on a thread of its own, or at once, and then taken once. The thread has ended
// when this has.
template <class T>
class Beside {
 public:
  template <class Compute>
  void begin(bool beside, Compute compute) {
    if (beside) {
      coming_ = std::async(std::launch::async, std::move(compute));
    } else {
      ready_ = compute();
    }
  }

  // Nothing where nothing was begun since the last time. Throws what the computing threw.
  std::optional<T> take() {
    if (coming_.valid()) ready_ = coming_.get();
    return std::exchange(ready_, std::nullopt);
  }

 private:
  std::optional<T> ready_;
  std::future<T> coming_;
};

}  // namespace sonde
