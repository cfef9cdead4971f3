#pragma once

#include <algorithm>
#include <cstddef>

#include "base/random.h"
#include "base/threads.h"
#include "sonde/stats.h"
#include "stats/poisson.h"

namespace sonde {

// The replicates of a block.
struct ReplicateBlock {
  Keys keys;
  std::size_t first, count;
};

// Calls visit(make()'s, a block) for all replicates in blocks of kLanes (the last may have fewer),
// shared out among threads with a make() each. A block has its own weights alone, so that neither
// threads nor their number can change it. Errors: kInterrupted.
template <class Make, class Visit>
void each_block(const Resampler& resampler, const Make& make, const Visit& visit) {
  const std::size_t blocks = (resampler.replicates() + kLanes - 1) / kLanes;
  const std::size_t threads = threads_or_all(resampler.threads());
  parallel_for(blocks, blocks / threads / 4, threads, [&](std::size_t begin, std::size_t end) {
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
