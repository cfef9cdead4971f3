// Correlations of ranks. Ranks among distinct values never change from
// replicate to replicate: only the number of points at each does. Values are
// sorted once, and a replicate is counting. All sums are of whole numbers and
// exact (up to 2^53).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/dense_ranks.h"
#include "stats/fenwick.h"
#include "stats/statistic.h"

namespace sonde {
namespace {

// Points in order of x.
struct Points {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> x, y;  // dense ranks
  std::uint32_t x_ranks = 0, y_ranks = 0;
};

Points points_in_order(std::span<const double> x, std::span<const double> y,
                       std::span<const std::uint64_t> keys) {
  const auto x_ranks = dense_ranks(x);
  const auto y_ranks = dense_ranks(y);
  std::vector<std::uint32_t> order(x.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return x_ranks.of[i]; });
  Points points;
  points.x_ranks = x_ranks.distinct;
  points.y_ranks = y_ranks.distinct;
  for (const auto i : order) {
    points.keys.push_back(keys[i]);
    points.x.push_back(x_ranks.of[i]);
    points.y.push_back(y_ranks.of[i]);
  }
  return points;
}

using CountsOfRanks = std::vector<Counts>;
using SmallCounts = Lanes<std::uint8_t>;

struct Room {
  std::vector<SmallCounts> weights;  // of the points
  CountsOfRanks x, y;                // of the ranks

  explicit Room(const Points& points)
      : weights(points.keys.size()), x(points.x_ranks), y(points.y_ranks) {}
};

// Draws all weights and counts them by rank; how many points there are.
[[gnu::always_inline]] inline Counts count(const Keys& replicates, const Points& points,
                                           Room& room) {
  std::ranges::fill(room.x, Counts{});
  std::ranges::fill(room.y, Counts{});
  Counts all;
  for (std::size_t i = 0; i < points.keys.size(); ++i) {
    const Counts weights = draw(replicates, points.keys[i]);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      room.weights[i].at[lane] = static_cast<std::uint8_t>(weights.at[lane]);
    }
    room.x[points.x[i]] += weights;
    room.y[points.y[i]] += weights;
    all += weights;
  }
  return all;
}

// Turns the counts of the ranks into twice the mid-ranks less their mean; the
// sum of their squares over the points.
[[gnu::always_inline]] inline Sums centre(CountsOfRanks& ranks, const Counts& all) {
  Counts before;
  Sums squares;
  for (Counts& rank : ranks) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::int32_t tied = rank.at[lane];
      const std::int32_t centred = 2 * before.at[lane] + tied - all.at[lane];
      squares.at[lane] += double(tied) * (double(centred) * double(centred));
      before.at[lane] += tied;
      rank.at[lane] = centred;
    }
  }
  return squares;
}

[[gnu::always_inline]] inline Sums divide(const Sums& sums, const Sums& xx, const Sums& yy) {
  Sums result;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const double quotient = sums.at[lane] / std::sqrt(xx.at[lane] * yy.at[lane]);  // 0 / 0 is NaN
    result.at[lane] = std::clamp(quotient, -1.0, 1.0);
  }
  return result;
}

struct SpearmanKernel {
  [[gnu::always_inline]] inline Sums operator()(const Keys& replicates, const Points& points,
                                                Room& room) const {
    const Counts all = count(replicates, points, room);
    const Sums xx = centre(room.x, all);
    const Sums yy = centre(room.y, all);
    Sums xy;
    for (std::size_t i = 0; i < points.keys.size(); ++i) {
      const Counts& x = room.x[points.x[i]];
      const Counts& y = room.y[points.y[i]];
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        xy.at[lane] += room.weights[i].at[lane] * (double(x.at[lane]) * double(y.at[lane]));
      }
    }
    return divide(xy, xx, yy);
  }
};

// Ordered pairs of points that differ in rank.
[[gnu::always_inline]] inline Sums untied_pairs(const CountsOfRanks& ranks, const Counts& all) {
  Sums pairs;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    pairs.at[lane] = double(all.at[lane]) * double(all.at[lane]);
  }
  for (const Counts& rank : ranks) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      pairs.at[lane] -= double(rank.at[lane]) * double(rank.at[lane]);
    }
  }
  return pairs;
}

struct RoomWithTree : Room {
  Fenwick<Counts> seen;

  explicit RoomWithTree(const Points& points) : Room(points), seen(points.y_ranks) {}
};

struct KendallKernel {
  [[gnu::always_inline]] inline Sums operator()(const Keys& replicates, const Points& points,
                                                RoomWithTree& room) const {
    const Counts all = count(replicates, points, room);
    room.seen.clear();
    Sums concordance;  // ordered pairs: concordant less discordant
    Counts seen;
    for (std::size_t first = 0, last = 0; first < points.x.size(); first = last) {
      while (last < points.x.size() && points.x[last] == points.x[first]) ++last;
      for (std::size_t i = first; i < last; ++i) compare(points.y[i], i, seen, room, concordance);
      for (std::size_t i = first; i < last; ++i) add(points.y[i], i, seen, room);
    }
    return divide(concordance, untied_pairs(room.x, all), untied_pairs(room.y, all));
  }

 private:
  [[gnu::always_inline]] static void compare(std::size_t y, std::size_t i, const Counts& seen,
                                             const RoomWithTree& room, Sums& concordance) {
    const Counts below = room.seen.before(y);
    const Counts upto = room.seen.before(y + 1);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::int32_t surplus = below.at[lane] + upto.at[lane] - seen.at[lane];
      concordance.at[lane] += 2.0 * room.weights[i].at[lane] * surplus;
    }
  }

  [[gnu::always_inline]] static void add(std::size_t y, std::size_t i, Counts& seen,
                                         RoomWithTree& room) {
    Counts weights;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      weights.at[lane] = room.weights[i].at[lane];
    }
    room.seen.add(y, weights);
    seen += weights;
  }
};

template <class Kernel, class KernelRoom>
class OfRanks final : public Statistic {
 public:
  OfRanks(std::shared_ptr<const Points> points, CpuClass level)
      : points_(std::move(points)), room_(*points_), level_(level) {}

  Sums in(const Keys& replicates) override {
    return run_at(level_, Kernel{}, replicates, *points_, room_);
  }

 private:
  std::shared_ptr<const Points> points_;
  KernelRoom room_;
  CpuClass level_;
};

template <class Kernel, class KernelRoom>
MakeStatistic of_ranks(std::span<const double> x, std::span<const double> y,
                       std::span<const std::uint64_t> keys, CpuClass level) {
  const auto points = std::make_shared<const Points>(points_in_order(x, y, keys));
  return [points, level] { return std::make_unique<OfRanks<Kernel, KernelRoom>>(points, level); };
}

}  // namespace

MakeStatistic spearman_statistic(std::span<const double> x, std::span<const double> y,
                                 std::span<const std::uint64_t> keys, CpuClass level) {
  return of_ranks<SpearmanKernel, Room>(x, y, keys, level);
}

MakeStatistic kendall_statistic(std::span<const double> x, std::span<const double> y,
                                std::span<const std::uint64_t> keys, CpuClass level) {
  return of_ranks<KendallKernel, RoomWithTree>(x, y, keys, level);
}

MakeStatistic correlation_statistic(Correlation kind, std::span<const double> x,
                                    std::span<const double> y, std::span<const std::uint64_t> keys,
                                    CpuClass level) {
  switch (kind) {
    case Correlation::kPearson:
      return pearson_statistic(x, y, keys, level);
    case Correlation::kSpearman:
      return spearman_statistic(x, y, keys, level);
    case Correlation::kKendall:
      break;
  }
  return kendall_statistic(x, y, keys, level);
}

}  // namespace sonde
