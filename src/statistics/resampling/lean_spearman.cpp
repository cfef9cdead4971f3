// For millions of points: weights are stored per item, not per point, and ranks are counted for
// four replicates at a time, not sixteen. `sonde compare` of a run on 10^6 sentences (6 million
// points) with itself, by two threads, takes 507 MiB and 65 s of processor time, with the other way
// 2,922 MiB and 72 s.
#include "statistics/resampling/lean_spearman.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "statistics/measures/dense_ranks.h"

namespace sonde {
namespace {

constexpr std::size_t kPart = 4;  // replicates
static_assert(kLanes % kPart == 0);

using PartCounts = std::array<std::int32_t, kPart>;
using PartSums = std::array<double, kPart>;

// In the order of the side with more ranks.
struct LeanPoints {
  struct Point {
    std::uint32_t item;     // place of its key
    std::uint32_t counted;  // rank on the other side
  };
  std::vector<std::uint64_t> keys;  // for contiguous points with the same one
  std::vector<Point> points;
  std::vector<std::uint32_t> ends;  // end of each tie
  std::uint32_t ranks = 0;          // on the other side
};

// For each given point, the place of its key.
std::vector<std::uint32_t> items_of(std::span<const std::uint64_t> keys,
                                    std::vector<std::uint64_t>& items) {
  std::vector<std::uint32_t> of(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) items.push_back(keys[i]);
    of[i] = static_cast<std::uint32_t>(items.size() - 1);
  }
  return of;
}

LeanPoints points_of(std::span<const double> x, std::span<const double> y,
                     std::span<const std::uint64_t> keys) {
  LeanPoints made;
  auto passed = dense_ranks(x);
  auto counted = dense_ranks(y);
  if (passed.distinct < counted.distinct) std::swap(passed, counted);
  counted.order = {};
  const auto items = items_of(keys, made.keys);
  made.ranks = counted.distinct;
  made.points.reserve(x.size());
  made.ends.reserve(passed.distinct);
  std::uint32_t rank = 0;
  for (const auto place : passed.order) {
    if (passed.of[place] != rank) {
      made.ends.push_back(static_cast<std::uint32_t>(made.points.size()));
      rank = passed.of[place];
    }
    made.points.push_back({items[place], counted.of[place]});
  }
  made.ends.push_back(static_cast<std::uint32_t>(made.points.size()));
  return made;
}

// Passes by the ranks of a side in order.
class LeanMidRanks {
 public:
  [[gnu::always_inline]] inline explicit LeanMidRanks(const PartCounts& all) : all_(all) {}

  // Twice the mid-rank less the mean, of so many points that are tied at the next rank.
  [[gnu::always_inline]] inline PartCounts next(const PartCounts& tied) {
    PartCounts centred;
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kPart; ++lane) {
      centred[lane] = 2 * before_[lane] + tied[lane] - all_[lane];
      squares_[lane] += double(tied[lane]) * (double(centred[lane]) * double(centred[lane]));
      before_[lane] += tied[lane];
    }
    return centred;
  }
  [[gnu::always_inline]] inline const PartSums& squares() const { return squares_; }

 private:
  PartCounts all_, before_{};
  PartSums squares_{};
};

using PartWeights = std::array<std::uint8_t, kPart>;

struct LeanRoom {
  std::vector<Lanes<std::uint8_t>> weights;  // per item
  std::vector<PartWeights> some;             // for four replicates
  std::vector<PartCounts> ranks;             // on the counted side: points, then mid-ranks

  explicit LeanRoom(const LeanPoints& points)
      : weights(points.keys.size()), some(points.keys.size()), ranks(points.ranks) {}

  // A point's data may be anywhere, and are fetched a few points ahead.
  [[gnu::always_inline]] inline void fetch(const LeanPoints& points, std::size_t at) const {
    constexpr std::size_t kAhead = 24;
    if (at + kAhead >= points.points.size()) return;
    const auto& next = points.points[at + kAhead];
    __builtin_prefetch(&some[next.item]);
    __builtin_prefetch(&ranks[next.counted]);
  }
};

struct DrawWeights {
  [[gnu::always_inline]] inline void operator()(const Keys& replicates, const LeanPoints& points,
                                                LeanRoom& room) const {
    const std::span<const std::uint64_t> keys(points.keys);
    std::array<Counts, kItems> weights;
    for (std::size_t first = 0; first < keys.size(); first += kItems) {
      const std::size_t count = std::min(kItems, keys.size() - first);
      draw(replicates, keys.subspan(first, count), std::span<Counts>(weights));
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          room.weights[first + i].at[lane] = static_cast<std::uint8_t>(weights[i].at[lane]);
        }
      }
    }
  }

 private:
  static constexpr std::size_t kItems = 64;  // whose weights stay in the nearest cache
};

// Spearman's in the replicates from `first` on.
struct Spearman {
  [[gnu::always_inline]] inline PartSums operator()(const LeanPoints& points, std::size_t first,
                                                    LeanRoom& room) const {
    for (std::size_t item = 0; item < room.some.size(); ++item) {
      std::copy_n(room.weights[item].at.begin() + first, kPart, room.some[item].begin());
    }
    const PartCounts all = count(points, room);
    LeanMidRanks counted(all), passed(all);
    for (auto& rank : room.ranks) rank = counted.next(rank);
    const PartSums products = pass(points, room, passed);
    PartSums result;
    for (std::size_t lane = 0; lane < kPart; ++lane) {
      const double both = passed.squares()[lane] * counted.squares()[lane];
      result[lane] = std::clamp(products[lane] / std::sqrt(both), -1.0, 1.0);  // 0 / 0 is NaN
    }
    return result;
  }

 private:
  // Counts the points at each rank of the counted side. Returns their total.
  [[gnu::always_inline]] static inline PartCounts count(const LeanPoints& points, LeanRoom& room) {
    std::ranges::fill(room.ranks, PartCounts{});
    PartCounts all{};
    for (std::size_t at = 0; at < points.points.size(); ++at) {
      room.fetch(points, at);
      const auto& weights = room.some[points.points[at].item];
      for (std::size_t lane = 0; lane < kPart; ++lane) {
        room.ranks[points.points[at].counted][lane] += weights[lane];
        all[lane] += weights[lane];
      }
    }
    return all;
  }

  [[gnu::always_inline]] static inline PartSums pass(const LeanPoints& points, const LeanRoom& room,
                                                     LeanMidRanks& passed) {
    PartSums products{};
    std::size_t at = 0;
    for (const std::size_t end : points.ends) {
      PartCounts tied{};
      PartSums others{};
      for (; at < end; ++at) {
        room.fetch(points, at);
        const auto& weights = room.some[points.points[at].item];
        const PartCounts& other = room.ranks[points.points[at].counted];
        for (std::size_t lane = 0; lane < kPart; ++lane) {
          const std::int32_t weight = weights[lane];
          tied[lane] += weight;
          others[lane] += weight * other[lane];
        }
      }
      const PartCounts centred = passed.next(tied);
      for (std::size_t lane = 0; lane < kPart; ++lane) {
        products[lane] += double(centred[lane]) * others[lane];
      }
    }
    return products;
  }
};

class LeanSpearman final : public ReplicatedCorrelations {
 public:
  LeanSpearman(std::shared_ptr<const LeanPoints> points, CpuClass level)
      : points_(std::move(points)), room_(*points_), level_(level) {}

  void in(const Keys& replicates, std::span<Sums> correlations) override {
    run_at(level_, DrawWeights{}, replicates, *points_, room_);
    for (std::size_t first = 0; first < kLanes; first += kPart) {
      const PartSums part = run_at(level_, Spearman{}, *points_, first, room_);
      std::ranges::copy(part, correlations[0].at.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }

 private:
  std::shared_ptr<const LeanPoints> points_;
  LeanRoom room_;
  CpuClass level_;
};

}  // namespace

MakeCorrelations lean_spearman(std::span<const double> x, std::span<const double> y,
                               std::span<const std::uint64_t> keys, CpuClass level) {
  const auto points = std::make_shared<const LeanPoints>(points_of(x, y, keys));
  return [=] { return std::make_unique<LeanSpearman>(points, level); };
}

}  // namespace sonde
