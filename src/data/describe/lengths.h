#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sonde/result.h"

namespace sonde {

// Sentences by their number of words (the curves paper's Table 2).
class Lengths {
 public:
  // A blank one is left out and counted.
  void add(std::string_view sentence);

  // sentences (a count), words (the mean), shares: words_0_9 to words_40_49, words_50_more. Also
  // the flaws that a paper on rated pairs counts (Fodor and others, 2025, Table 6): shares
  // very_short (up to four words) and very_long (more than twenty), capitals (upper-case letters,
  // the mean). The caller fills in data set and probe.
  std::vector<Result> results() const;

 private:
  static constexpr std::size_t kTens = 6;
  std::uint64_t sentences_ = 0;
  std::uint64_t blank_ = 0;
  double words_ = 0;
  std::array<std::uint64_t, kTens> tens_{};
  std::uint64_t very_short_ = 0, very_long_ = 0, capitals_ = 0;
};

}  // namespace sonde
