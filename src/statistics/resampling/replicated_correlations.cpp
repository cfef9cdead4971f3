// Correlations in replicates, of one drawing of the weights. Ranks among distinct values never
// change from replicate to replicate: only the number of points at each does. Values are sorted
// once, and a replicate is counting. Sums of ranks are of whole numbers and exact: Kendall's up to
// 10^8 points, the greatest number that fits 32 bits, and Spearman's, of about n^3 / 3, up to
// 300,000.
#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <numeric>
#include <vector>

#include "statistics/measures/correlation.h"
#include "statistics/measures/dense_ranks.h"
#include "statistics/measures/fenwick.h"
#include "statistics/resampling/lean_spearman.h"
#include "statistics/resampling/replicated.h"

namespace sonde {
namespace {

using Values = std::span<const double>;

// About the means of all points, which are near the means of each replicate, so that little is
// cancelled: 1, x, y, xx, yy, xy.
using Moments = std::array<double, 6>;

std::vector<Moments> moments_of(Values x, Values y) {
  const double n = static_cast<double>(x.size());
  const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double y_mean = std::accumulate(y.begin(), y.end(), 0.0) / n;
  std::vector<Moments> moments(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - x_mean, dy = y[i] - y_mean;
    moments[i] = {1, dx, dy, dx * dx, dy * dy, dx * dy};
  }
  return moments;
}

// The points by their ranks on both sides. Correlations don't distinguish the sides: the one with
// more ranks is passed in order, the other one is counted.
struct Ranked {
  struct Point {
    std::uint32_t place;    // among all points as they were given
    std::uint32_t counted;  // rank on the other side
  };
  std::vector<Point> points;           // in order
  std::vector<std::uint32_t> ends;     // ends of ties, in `points`
  std::vector<std::uint32_t> counted;  // per point as given
  std::uint32_t ranks = 0;             // on the counted side
};

Ranked ranked(Values x, Values y) {
  auto passed = dense_ranks(x);
  auto counted = dense_ranks(y);
  if (passed.distinct < counted.distinct) std::swap(passed, counted);
  Ranked ranked;
  ranked.points.reserve(x.size());
  for (const auto place : passed.order) {
    const auto at = static_cast<std::uint32_t>(ranked.points.size());
    if (at > 0 && passed.of[place] != passed.of[ranked.points.back().place]) {
      ranked.ends.push_back(at);
    }
    ranked.points.push_back({place, counted.of[place]});
  }
  ranked.ends.push_back(static_cast<std::uint32_t>(ranked.points.size()));
  ranked.counted = std::move(counted.of);
  ranked.ranks = counted.distinct;
  return ranked;
}

struct Points {
  ItemKeys keys;
  Ranked ranked;                 // empty unless ranks are needed
  std::vector<Moments> moments;  // empty unless Pearson's is needed
};

using SmallCounts = Lanes<std::uint8_t>;

// Each at the start of a cache line.
template <class T>
struct Aligned {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  Aligned() = default;
  template <class Other>
  explicit Aligned(const Aligned<Other>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kLine));
  }
  void deallocate(T* place, std::size_t) { ::operator delete(place, kLine); }
  bool operator==(const Aligned&) const = default;
};
using CountsOfRanks = std::vector<Counts, Aligned<Counts>>;

[[gnu::always_inline]] inline SmallCounts narrow(const Counts& counts) {
  SmallCounts small;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    small.at[lane] = static_cast<std::uint8_t>(counts.at[lane]);
  }
  return small;
}

[[gnu::always_inline]] inline Counts widen(const SmallCounts& small) {
  Counts counts;
  for (std::size_t lane = 0; lane < kLanes; ++lane) counts.at[lane] = small.at[lane];
  return counts;
}

struct Room {
  std::vector<SmallCounts> weights;  // per point
  CountsOfRanks counted;             // points at each rank of the counted side
  CountsOfRanks of_ranks;  // there: Spearman's mid-ranks, or the points passed for Kendall
  Fenwick<Counts, Aligned<Counts>> passed_below;  // Kendall's: those passed at lower ranks
  std::array<Sums, 6> moments;                    // weighted sums

  explicit Room(const Points& points)
      : weights(points.ranked.points.size()),
        counted(points.ranked.ranks),
        of_ranks(points.ranked.ranks),
        passed_below(points.ranked.ranks) {}
};

// Draws all weights, counts them by rank and adds up the moments.
struct Draw {
  static constexpr std::size_t kItems = 64;  // whose weights stay in the nearest cache

  [[gnu::always_inline]] inline void operator()(const Keys& replicates, const Points& points,
                                                Room& room) const {
    std::ranges::fill(room.counted, Counts{});
    std::array<Sums, 6> moments{};
    std::array<Counts, kItems> weights;
    for (std::size_t first = 0; first < points.keys.size(); first += kItems) {
      const std::size_t count = std::min(kItems, points.keys.size() - first);
      draw(replicates, points.keys.subspan(first, count), std::span<Counts>(weights));
      if (!points.ranked.counted.empty()) {
        for (std::size_t i = 0; i < count; ++i) {
          room.weights[first + i] = narrow(weights[i]);
          room.counted[points.ranked.counted[first + i]] += weights[i];
        }
      }
      if (!points.moments.empty()) {
        for (std::size_t i = 0; i < count; ++i) {
          add(weights[i], points.moments[first + i], moments);
        }
      }
    }
    room.moments = moments;
  }

 private:
  [[gnu::always_inline]] static inline void add(const Counts& weights, const Moments& values,
                                                std::array<Sums, 6>& sums) {
    for (std::size_t column = 0; column < values.size(); ++column) {
#pragma GCC unroll 1
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sums[column].at[lane] += weights.at[lane] * values[column];
      }
    }
  }
};

[[gnu::always_inline]] inline Counts total(const CountsOfRanks& counts) {
  Counts all;
  for (const Counts& count : counts) all += count;
  return all;
}

[[gnu::always_inline]] inline Sums quotient(const Sums& sums, const Sums& xx, const Sums& yy) {
  Sums result;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const double value = sums.at[lane] / std::sqrt(xx.at[lane] * yy.at[lane]);  // 0 / 0 is NaN
    result.at[lane] = std::clamp(value, -1.0, 1.0);
  }
  return result;
}

// Passes by the ranks of a side in order.
class MidRanks {
 public:
  [[gnu::always_inline]] inline explicit MidRanks(const Counts& all) : all_(all) {}

  // Twice the mid-rank less the mean, of so many points that are tied at the next rank.
  [[gnu::always_inline]] inline Counts next(const Counts& tied) {
    Counts centred;
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      centred.at[lane] = 2 * before_.at[lane] + tied.at[lane] - all_.at[lane];
      squares_.at[lane] +=
          double(tied.at[lane]) * (double(centred.at[lane]) * double(centred.at[lane]));
      before_.at[lane] += tied.at[lane];
    }
    return centred;
  }

  // The sum of their squares over the points.
  [[gnu::always_inline]] inline const Sums& squares() const { return squares_; }

 private:
  Counts all_, before_;
  Sums squares_;
};

struct SpearmanKernel {
  [[gnu::always_inline]] inline Sums operator()(const Ranked& ranked, Room& room) const {
    const Counts all = total(room.counted);
    MidRanks counted(all);
    for (std::size_t rank = 0; rank < room.counted.size(); ++rank) {
      room.of_ranks[rank] = counted.next(room.counted[rank]);
    }
    MidRanks passed(all);
    Sums products;
    std::size_t at = 0;
    for (const std::size_t end : ranked.ends) {
      Counts tied;
      Sums others;
      for (; at < end; ++at) add(ranked.points[at], room, tied, others);
      const Counts centred = passed.next(tied);
#pragma GCC unroll 1
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        products.at[lane] += double(centred.at[lane]) * others.at[lane];
      }
    }
    return quotient(products, passed.squares(), counted.squares());
  }

 private:
  [[gnu::always_inline]] static inline void add(const Ranked::Point& point, const Room& room,
                                                Counts& tied, Sums& others) {
    const Counts weights = widen(room.weights[point.place]);
    const Counts& other = room.of_ranks[point.counted];
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      tied.at[lane] += weights.at[lane];
      others.at[lane] += weights.at[lane] * other.at[lane];
    }
  }
};

// Ordered pairs of points that differ in rank: all, less those tied at each rank.
class UntiedPairs {
 public:
  [[gnu::always_inline]] inline explicit UntiedPairs(const Counts& all) {
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      pairs_.at[lane] = double(all.at[lane]) * double(all.at[lane]);
    }
  }
  [[gnu::always_inline]] inline void leave_out(const Counts& tied) {
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      pairs_.at[lane] -= double(tied.at[lane]) * double(tied.at[lane]);
    }
  }
  [[gnu::always_inline]] inline const Sums& pairs() const { return pairs_; }

 private:
  Sums pairs_;
};

// Points in order. Tied ones are compared with the points before them and only then join these.
struct KendallKernel {
  [[gnu::always_inline]] inline Sums operator()(const Ranked& ranked, Room& room) const {
    const Counts all = total(room.counted);
    UntiedPairs counted(all), passed(all);
    for (const Counts& tied : room.counted) counted.leave_out(tied);
    std::ranges::fill(room.of_ranks, Counts{});
    room.passed_below.clear();
    Sums surplus;  // pairs: concordant less discordant
    Counts before;
    std::size_t first = 0;
    for (const std::size_t end : ranked.ends) {
      Counts tied;
      for (std::size_t at = first; at < end; ++at)
        compare(ranked.points[at], before, room, surplus);
      for (std::size_t at = first; at < end; ++at) pass(ranked.points[at], room, tied);
      passed.leave_out(tied);
      before += tied;
      first = end;
    }
    for (double& ordered : surplus.at) ordered *= 2;
    return quotient(surplus, passed.pairs(), counted.pairs());
  }

 private:
  [[gnu::always_inline]] static inline void compare(const Ranked::Point& point,
                                                    const Counts& before, const Room& room,
                                                    Sums& surplus) {
    const Counts weights = widen(room.weights[point.place]);
    const Counts below = room.passed_below.before(point.counted);
    const Counts& beside = room.of_ranks[point.counted];
#pragma GCC unroll 1
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::int32_t concordant = below.at[lane];
      const std::int32_t discordant = before.at[lane] - below.at[lane] - beside.at[lane];
      surplus.at[lane] += weights.at[lane] * (concordant - discordant);
    }
  }

  [[gnu::always_inline]] static inline void pass(const Ranked::Point& point, Room& room,
                                                 Counts& tied) {
    const Counts weights = widen(room.weights[point.place]);
    room.passed_below.add(point.counted, weights);
    room.of_ranks[point.counted] += weights;
    tied += weights;
  }
};

bool any_of_ranks(std::span<const Correlation> kinds) {
  return std::ranges::any_of(kinds, [](auto kind) { return kind != Correlation::kPearson; });
}

class Correlations final : public ReplicatedCorrelations {
 public:
  Correlations(std::shared_ptr<const Points> points, std::vector<Correlation> kinds, Values x,
               Values y, CpuClass level)
      : points_(std::move(points)),
        kinds_(std::move(kinds)),
        x_(x),
        y_(y),
        room_(*points_),
        level_(level) {}

  void in(const Keys& replicates, std::span<Sums> correlations) override {
    run_at(level_, Draw{}, replicates, *points_, room_);
    for (std::size_t k = 0; k < kinds_.size(); ++k) correlations[k] = of(kinds_[k], replicates);
  }

 private:
  Sums of(Correlation kind, const Keys& replicates) {
    switch (kind) {
      case Correlation::kPearson:
        return pearson(replicates);
      case Correlation::kSpearman:
        return run_at(level_, SpearmanKernel{}, points_->ranked, room_);
      case Correlation::kKendall:
        break;
    }
    return run_at(level_, KendallKernel{}, points_->ranked, room_);
  }

  Sums pearson(const Keys& replicates) const {
    Sums result;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      Moments moments;
      for (std::size_t k = 0; k < moments.size(); ++k) moments[k] = room_.moments[k].at[lane];
      result.at[lane] = from_moments(moments, replicates[lane]);
    }
    return result;
  }

  double from_moments(const Moments& moments, std::uint64_t replicate) const {
    const auto [n, x, y, xx, yy, xy] = moments;
    const double x_variance = xx - x * x / n, y_variance = yy - y * y / n;
    if (cancelled(x_variance, xx) || cancelled(y_variance, yy)) return in_full(replicate);
    const double r = (xy - x * y / n) / std::sqrt(x_variance * y_variance);
    return std::clamp(r, -1.0, 1.0);
  }

  // Whether a side may be constant or has lost an outlier: then the difference has too few good
  // digits. The same if squares overflow or vanish.
  static bool cancelled(double variance, double square) {
    return !(variance > 1e-3 * square && variance > 1e-140 && variance < 1e140);
  }

  double in_full(std::uint64_t replicate) const {
    std::vector<std::uint8_t> weights(x_.size());
    draw_row(replicate, points_->keys, weights, level_);
    return weighted_pearson(x_, y_, weights);
  }

  std::shared_ptr<const Points> points_;
  std::vector<Correlation> kinds_;
  Values x_, y_;
  Room room_;
  CpuClass level_;
};

}  // namespace

MakeCorrelations replicated_correlations(std::span<const Correlation> kinds, Values x, Values y,
                                         ItemKeys keys, CpuClass level) {
  constexpr std::size_t kMany = std::size_t{1} << 18;  // points, which fit no cache
  const bool only_spearman = kinds.size() == 1 && kinds[0] == Correlation::kSpearman;
  if (only_spearman && x.size() > kMany) return lean_spearman(x, y, keys, level);
  const auto points = std::make_shared<Points>(Points{keys, {}, {}});
  if (any_of_ranks(kinds)) points->ranked = ranked(x, y);
  if (std::ranges::count(kinds, Correlation::kPearson) > 0) points->moments = moments_of(x, y);
  return [=, kinds = std::vector(kinds.begin(), kinds.end())] {
    return std::make_unique<Correlations>(points, kinds, x, y, level);
  };
}

}  // namespace sonde
