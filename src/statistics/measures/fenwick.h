#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace sonde {

// Running sums that can grow: O(log n) to add and to ask (Fenwick, 1994).
template <class Count, class Allocator = std::allocator<Count>>
class Fenwick {
 public:
  explicit Fenwick(std::size_t size) : sums_(size + 1) {}

  void clear() { sums_.assign(sums_.size(), Count{}); }

  [[gnu::always_inline]] inline void add(std::size_t place, const Count& count) {
    for (std::size_t i = place + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += count;
  }

  // The sum of the places before `place`.
  [[gnu::always_inline]] inline Count before(std::size_t place) const {
    Count sum{};
    for (std::size_t i = place; i > 0; i &= i - 1) sum += sums_[i];
    return sum;
  }

 private:
  std::vector<Count, Allocator> sums_;
};

}  // namespace sonde
