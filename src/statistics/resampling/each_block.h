#pragma once

#include <algorithm>
#include <cstddef>

#include "base/random.h"
#include "base/threads.h"
#include "sonde/resampling.h"
#include "statistics/resampling/poisson.h"

namespace sonde {

// The replicates of a block.
struct ReplicateBlock {
  Keys keys;
  std::size_t first, count;
};

// Calls visit(make()'s, a block) for all replicates of so many items in blocks of kLanes (the last
// may have fewer), split across threads with a make() each, if there is enough to do. A block has
// only its own weights, so that neither threads nor their number can change it. Errors:
// kInterrupted.
template <class Make, class Visit>
void each_block(const Resampler& resampler, std::size_t items, const Make& make,
                const Visit& visit) {
  constexpr std::size_t kLeast = std::size_t{1} << 18;  // weights that are worth a thread
  const std::size_t blocks = (resampler.replicates() + kLanes - 1) / kLanes;
  const std::size_t threads = threads_or_all(resampler.threads());
  const std::size_t grain =
      std::max(blocks / threads / 4, kLeast / kLanes / std::max<std::size_t>(1, items));
  parallel_for(blocks, grain, threads, [&](std::size_t begin, std::size_t end) {
    auto own = make();
    for (std::size_t at = begin; at < end; ++at) {
      resampler.check_stop();
      ReplicateBlock block{{}, at * kLanes, std::min(kLanes, resampler.replicates() - at * kLanes)};
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        block.keys[lane] = stream_key(resampler.seed(), block.first + lane);
      }
      visit(own, block);
    }
  });
}

}  // namespace sonde
