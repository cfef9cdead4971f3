// How well people who rated the same items agree: docs/reference/agreement.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "sonde/result.h"
#include "statistics/agreement/rated_items.h"

namespace sonde {

struct AgreementOptions {
  std::uint64_t seed = 1;
  std::size_t replicates = kDefaultReplicates;  // bootstrap replicates over items
  std::size_t splits = 100;         // random halves of the annotators, and shuffles (1 to 10,000)
  std::size_t fewest_shared = 10;   // items that two annotators must share for a kappa of theirs
  std::size_t threads = 0;          // 0: all of the machine's
  std::function<bool()> stop = {};  // called now and then (true: kInterrupted is thrown)
};

// All measures of all items and of each group. The same bits whatever the threads and the order of
// the annotators. Errors: kInput for ratings by one annotator only, kUsage for options out of
// range.
AgreementReport agreement(const RatedItems& rated, const AgreementOptions& options);

}  // namespace sonde
