#pragma once

#include <cstddef>
#include <functional>

namespace sonde {

inline constexpr std::size_t kMostThreads = 512;  // each has separate memory

// Calls body(first, last) over parts of 0 .. count on up to `threads` threads (0: as many as the
// machine has, never more than kMostThreads), each part at most `grain` long. Threads get parts in
// an arbitrary way, so `body` must write by index. Parts begin in order. If some throw, no further
// ones begin, and the exception of the first part that threw, the same on any threads, is thrown
// again here after all threads have stopped.
void parallel_for(std::size_t count, std::size_t grain, std::size_t threads,
                  const std::function<void(std::size_t first, std::size_t last)>& body);

std::size_t threads_or_all(std::size_t threads);

}  // namespace sonde
