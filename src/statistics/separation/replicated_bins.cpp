#include "statistics/separation/replicated_bins.h"

#include <algorithm>
#include <bit>

namespace sonde {
namespace {

// The most parts of a weight, a power of 2, that 32 bits hold if all of `most` values have the
// largest weight and meet in one bin.
std::uint32_t parts_of_a_weight(std::size_t most) {
  constexpr std::uint64_t kEnough = 256;
  const std::uint64_t fit = (std::uint64_t{1} << 32U) / (kLargestWeight * most + 1);
  return static_cast<std::uint32_t>(std::bit_floor(std::clamp<std::uint64_t>(fit, 1, kEnough)));
}

// State that is constant on the way through the variants.
struct CellSteps {
  std::int32_t whole;
  const ThresholdCells& cells;
};

// The next variants of an item, and the places for counting them.
struct Passing {
  Variants variants;
  double bins_a_unit, bin_of_zero;
  const std::uint16_t* cells;
  Lanes<std::uint32_t>* parts;
  Lanes<std::uint32_t>* in_cells;
  std::size_t at = 0;

  bool more() const { return at < variants.items.size(); }
  std::uint32_t item() const { return variants.items[at]; }
};

[[gnu::always_inline]] inline void add(const Counts& weights, std::int32_t times,
                                       Lanes<std::uint32_t>& sums) {
#pragma GCC unroll 1
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    sums.at[lane] += static_cast<std::uint32_t>(weights.at[lane] * times);
  }
}

[[gnu::always_inline]] inline void add_item(Passing& kind, std::uint32_t item,
                                            const Counts& weights, const CellSteps& scale) {
  for (; kind.more() && kind.item() == item; ++kind.at) {
    const double cosine = kind.variants.cosines[kind.at];
    const double at = cosine * kind.bins_a_unit + kind.bin_of_zero;
    const auto below = static_cast<std::int32_t>(at);
    const double share = at - static_cast<double>(below);
    const auto above = static_cast<std::int32_t>(share * scale.whole + 0.5);
    add(weights, scale.whole - above, kind.parts[below]);
    add(weights, above, kind.parts[below + 1]);
    const std::size_t cell = kind.cells != nullptr ? kind.cells[kind.at] : scale.cells.of(cosine);
    add(weights, 1, kind.in_cells[cell]);
  }
}

}  // namespace

struct ReplicatedBins::Add {
  template <class Weigh>
  [[gnu::always_inline]] inline void operator()(const Weigh& weigh, ReplicatedBins& bins) const {
    constexpr std::uint32_t kNone = ~0U;
    const CellSteps scale{static_cast<std::int32_t>(bins.whole_), bins.cells_};
    const auto passing = [](Kind& kind) __attribute__((always_inline)) {
      const Bins& own = kind.of.bins;
      return Passing{kind.of.variants,
                     kStepsPerUnit * own.divisor,
                     (kStepsPerUnit - own.origin) * own.divisor,
                     kind.cells.empty() ? nullptr : kind.cells.data(),
                     kind.parts.data(),
                     kind.in_cells.data()};
    };
    Passing fuzzed = passing(bins.fuzzed_), negated = passing(bins.negated_);
    while (fuzzed.more() || negated.more()) {
      const std::uint32_t item =
          std::min(fuzzed.more() ? fuzzed.item() : kNone, negated.more() ? negated.item() : kNone);
      const Counts weights = weigh(bins.keys_[item]);
      add_item(fuzzed, item, weights, scale);
      add_item(negated, item, weights, scale);
    }
  }
};

ReplicatedBins::ReplicatedBins(const Binned& fuzzed, const Binned& negated,
                               std::span<const std::uint64_t> keys, const ThresholdCells& cells)
    : fuzzed_{fuzzed, cells.fuzzed(), std::vector<Lanes<std::uint32_t>>(fuzzed.bins.count),
              std::vector<Lanes<std::uint32_t>>(cells.size())},
      negated_{negated, cells.negated(), std::vector<Lanes<std::uint32_t>>(negated.bins.count),
               std::vector<Lanes<std::uint32_t>>(cells.size())},
      keys_(keys),
      cells_(cells),
      whole_(parts_of_a_weight(
          std::max(fuzzed.variants.items.size(), negated.variants.items.size()))) {}

void ReplicatedBins::clear() {
  for (Kind* kind : {&fuzzed_, &negated_}) {
    std::ranges::fill(kind->parts, Lanes<std::uint32_t>{});
    std::ranges::fill(kind->in_cells, Lanes<std::uint32_t>{});
  }
}

void ReplicatedBins::draw(const Keys& replicates, CpuClass level) {
  clear();
  const auto weigh = [&](std::uint64_t key)
                         __attribute__((always_inline)) { return sonde::draw(replicates, key); };
  run_at(level, Add{}, weigh, *this);
}

void ReplicatedBins::once_each() {
  clear();
  Counts ones;
  ones.at.fill(1);
  Add{}([&](std::uint64_t) { return ones; }, *this);
}

void ReplicatedBins::read(const Kind& kind, std::size_t lane, std::span<double> counts) const {
  const double part = 1.0 / whole_;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    counts[bin] = part * kind.parts[bin].at[lane];
  }
}

void ReplicatedBins::fuzzed(std::size_t lane, std::span<double> counts) const {
  read(fuzzed_, lane, counts);
}

void ReplicatedBins::negated(std::size_t lane, std::span<double> counts) const {
  read(negated_, lane, counts);
}

void ReplicatedBins::in_cells(std::size_t lane, CellCounts& counts) const {
  for (std::size_t cell = 0; cell < counts.fuzzed.size(); ++cell) {
    counts.fuzzed[cell] = fuzzed_.in_cells[cell].at[lane];
    counts.negated[cell] = negated_.in_cells[cell].at[lane];
  }
}

}  // namespace sonde
