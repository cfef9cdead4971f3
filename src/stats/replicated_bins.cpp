#include "stats/replicated_bins.h"

#include <algorithm>
#include <bit>

namespace sonde {
namespace {

// As many parts of a weight, a power of 2, as 32 bits hold if all of `most` values have the
// largest weight and meet in one bin.
std::uint32_t parts_of_a_weight(std::size_t most) {
  constexpr std::uint64_t kEnough = 256;
  const std::uint64_t fit = (std::uint64_t{1} << 32U) / (kLargestWeight * most + 1);
  return static_cast<std::uint32_t>(std::bit_floor(std::clamp<std::uint64_t>(fit, 1, kEnough)));
}

// A kind of variants on its way through the items.
struct Passing {
  Variants variants;
  Lanes<std::uint32_t>* parts;
  std::size_t at = 0;

  bool more() const { return at < variants.items.size(); }
  std::uint32_t item() const { return variants.items[at]; }
};

[[gnu::always_inline]] inline void add_item(Passing& kind, std::uint32_t item,
                                            const Counts& weights, const Bins& bins,
                                            std::uint32_t whole) {
  const double scale = kStepsPerUnit * bins.divisor;
  const double shift = (kStepsPerUnit - bins.origin) * bins.divisor;
  for (; kind.more() && kind.item() == item; ++kind.at) {
    const double at = kind.variants.cosines[kind.at] * scale + shift;
    const auto below = static_cast<std::size_t>(at);
    const double share = at - static_cast<double>(below);
    const auto above = static_cast<std::int32_t>(share * whole + 0.5);
    const auto rest = static_cast<std::int32_t>(whole) - above;
    auto& lower = kind.parts[below].at;
    auto& upper = kind.parts[below + 1].at;
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lower[lane] += static_cast<std::uint32_t>(weights.at[lane] * rest);
    }
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      upper[lane] += static_cast<std::uint32_t>(weights.at[lane] * above);
    }
  }
}

}  // namespace

struct ReplicatedBins::Add {
  template <class Weigh>
  [[gnu::always_inline]] inline void operator()(const Weigh& weigh, Passing fuzzed, Passing negated,
                                                std::span<const std::uint64_t> keys,
                                                const Bins& bins, std::uint32_t whole) const {
    constexpr std::uint32_t kNone = ~0U;
    while (fuzzed.more() || negated.more()) {
      const std::uint32_t item =
          std::min(fuzzed.more() ? fuzzed.item() : kNone, negated.more() ? negated.item() : kNone);
      const Counts weights = weigh(keys[item]);
      add_item(fuzzed, item, weights, bins, whole);
      add_item(negated, item, weights, bins, whole);
    }
  }
};

ReplicatedBins::ReplicatedBins(const Variants& fuzzed, const Variants& negated,
                               std::span<const std::uint64_t> keys, const Bins& bins)
    : fuzzed_(fuzzed),
      negated_(negated),
      keys_(keys),
      bins_(bins),
      whole_(parts_of_a_weight(std::max(fuzzed.items.size(), negated.items.size()))),
      fuzzed_parts_(bins.count),
      negated_parts_(bins.count) {}

void ReplicatedBins::clear() {
  std::ranges::fill(fuzzed_parts_, Lanes<std::uint32_t>{});
  std::ranges::fill(negated_parts_, Lanes<std::uint32_t>{});
}

void ReplicatedBins::draw(const Keys& replicates, CpuClass level) {
  clear();
  const auto weigh = [&](std::uint64_t key) __attribute__((always_inline)) {
    return sonde::draw(replicates, key);
  };
  run_at(level, Add{}, weigh, Passing{fuzzed_, fuzzed_parts_.data()},
         Passing{negated_, negated_parts_.data()}, keys_, bins_, whole_);
}

void ReplicatedBins::once_each() {
  clear();
  Counts ones;
  ones.at.fill(1);
  Add{}([&](std::uint64_t) { return ones; }, Passing{fuzzed_, fuzzed_parts_.data()},
        Passing{negated_, negated_parts_.data()}, keys_, bins_, whole_);
}

void ReplicatedBins::read(const Parts& parts, std::size_t lane, std::span<double> counts) const {
  const double part = 1.0 / whole_;
  for (std::size_t bin = 0; bin < parts.size(); ++bin) counts[bin] = part * parts[bin].at[lane];
}

void ReplicatedBins::fuzzed(std::size_t lane, std::span<double> counts) const {
  read(fuzzed_parts_, lane, counts);
}

void ReplicatedBins::negated(std::size_t lane, std::span<double> counts) const {
  read(negated_parts_, lane, counts);
}

}  // namespace sonde
