#include "statistics/agreement/shuffled_means.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <tuple>

#include "base/nan.h"
#include "base/random.h"
#include "statistics/measures/kolmogorov.h"

namespace sonde {
namespace {

// Means whose difference is less, for greatest ones of 1, are equal: the same ratings were added in
// another order.
constexpr double kTied = 1e-12;
constexpr std::uint64_t kShuffleStream = std::uint64_t{1} << 41;  // beyond replicates and splits

// An item's mean among all means, theirs and shuffled ones, in ascending order.
struct Step {
  std::uint32_t item;
  std::int32_t sign;  // 1 of theirs, -1 of shuffled ones
  bool last;          // last of equal means
};
using Steps = std::vector<Step>;

std::vector<double> item_means(const Ratings& ratings) {
  std::vector<double> means;
  for (std::size_t item = 0; item < ratings.items(); ++item) {
    double sum = 0;
    for (const auto& rating : ratings.of(item)) sum += rating.value;
    means.push_back(sum / static_cast<double>(ratings.of(item).size()));
  }
  return means;
}

// The ratings of each annotator by the items' keys, so that their order in the file doesn't matter.
std::vector<std::vector<Rating>> by_annotator(const Ratings& ratings,
                                              std::span<const std::uint64_t> item_keys) {
  std::vector<std::vector<Rating>> own(ratings.annotators());
  for (const auto& rating : ratings.all()) own[rating.annotator].push_back(rating);
  for (auto& some : own) {
    std::ranges::sort(some, {}, [&](const Rating& rating) { return item_keys[rating.item]; });
  }
  return own;
}

std::vector<double> shuffled(const std::vector<Rating>& own, std::uint64_t stream,
                             std::span<const std::uint64_t> item_keys) {
  std::vector<Rating> order = own;
  std::ranges::sort(order, {}, [&](const Rating& r) { return bits_at(stream, item_keys[r.item]); });
  std::vector<double> values;
  for (const auto& rating : order) values.push_back(rating.value);
  return values;
}

// The ratings of each annotator, shuffled among the items that the annotator rated.
class Shuffles {
 public:
  Shuffles(const Ratings& ratings, std::span<const std::uint64_t> item_keys,
           std::span<const std::uint64_t> annotator_keys, std::uint64_t seed)
      : items_(ratings.items()),
        own_(by_annotator(ratings, item_keys)),
        item_keys_(item_keys),
        annotator_keys_(annotator_keys),
        seed_(seed) {}

  Ratings at(std::size_t shuffle) const {
    std::vector<Rating> mixed;
    for (std::size_t annotator = 0; annotator < own_.size(); ++annotator) {
      const auto stream =
          stream_key(mix(seed_ ^ annotator_keys_[annotator]), kShuffleStream + shuffle);
      const auto values = shuffled(own_[annotator], stream, item_keys_);
      for (std::size_t i = 0; i < values.size(); ++i) {
        mixed.push_back({own_[annotator][i].item, own_[annotator][i].annotator, values[i]});
      }
    }
    return {items_, own_.size(), std::move(mixed)};
  }

 private:
  std::size_t items_;
  std::vector<std::vector<Rating>> own_;
  std::span<const std::uint64_t> item_keys_, annotator_keys_;
  std::uint64_t seed_;
};

Steps steps(const std::vector<double>& theirs, const std::vector<double>& shuffled_means) {
  std::vector<std::pair<double, Step>> all;
  for (std::uint32_t item = 0; item < theirs.size(); ++item) {
    if (std::isnan(theirs[item])) continue;
    all.push_back({theirs[item], {item, 1, false}});
    all.push_back({shuffled_means[item], {item, -1, false}});
  }
  std::ranges::sort(all, {}, [](const auto& one) {
    return std::tuple(one.first, one.second.item, one.second.sign);
  });
  double greatest = 0;
  for (const auto& one : all) greatest = std::max(greatest, std::abs(one.first));
  Steps steps;
  for (std::size_t i = 0; i < all.size(); ++i) {
    steps.push_back(all[i].second);
    steps.back().last = i + 1 == all.size() || all[i + 1].first - all[i].first > kTied * greatest;
  }
  return steps;
}

// How far the two distributions are apart, of so many items each.
struct Apart {
  std::int64_t most = 0, items = 0;

  double distance() const {
    return items > 0 ? static_cast<double>(most) / static_cast<double>(items) : kNaN;
  }
};

Apart apart(const Steps& steps, Weights weights) {
  Apart found;
  std::int64_t apart = 0, n = 0;
  for (const auto& step : steps) {
    const std::int32_t weight = weights[step.item];
    apart += step.sign * weight;
    n += weight;
    if (step.last) found.most = std::max(found.most, std::abs(apart));
  }
  found.items = n / 2;
  return found;
}

// The p in the middle, or the closer one of the middle two.
double middle_p(const std::vector<Steps>& all, std::size_t items) {
  const std::vector<std::uint8_t> once(items, 1);
  std::vector<Apart> found;
  for (const auto& steps : all) found.push_back(apart(steps, once));
  std::ranges::sort(found, {}, &Apart::most);
  const Apart& middle = found[(found.size() - 1) / 2];
  return kolmogorov_smirnov_p(static_cast<std::size_t>(middle.items),
                              static_cast<std::size_t>(middle.most));
}

// Shares of even bins over the range of the ratings.
class Bins {
 public:
  Bins(double low, double high) : low_(low), width_((high - low) / kCount) {}

  void add(const std::vector<double>& means) {
    for (const double mean : means) {
      if (std::isnan(mean)) continue;
      const auto bin = static_cast<std::size_t>(std::max(0.0, (mean - low_) / width_));
      ++counts_[std::min(bin, kCount - 1)];
      ++all_;
    }
  }

  Series series(std::string name) const {
    Series series;
    series.subject = "data";
    series.name = std::move(name);
    series.first = low_ + width_ / 2;
    series.step = width_;
    for (const double count : counts_) series.values.push_back(count / all_);
    return series;
  }

 private:
  static constexpr std::size_t kCount = 25;
  double low_, width_;
  std::array<double, kCount> counts_{};
  double all_ = 0;
};

}  // namespace

std::vector<Series> mean_distributions(const Ratings& ratings,
                                       std::span<const std::uint64_t> item_keys,
                                       std::span<const std::uint64_t> annotator_keys,
                                       const Splits& splits) {
  const auto [least, most] = std::ranges::minmax(ratings.all(), {}, &Rating::value);
  if (!(least.value < most.value)) return {};
  Bins theirs(least.value, most.value), mixed(least.value, most.value);
  theirs.add(item_means(ratings));
  const Shuffles shuffles(ratings, item_keys, annotator_keys, splits.seed);
  for (std::size_t shuffle = 0; shuffle < splits.count; ++shuffle) {
    mixed.add(item_means(shuffles.at(shuffle)));
  }
  return {theirs.series("means"), mixed.series("shuffled_means")};
}

ShuffledMeans shuffled_means(const Ratings& ratings, std::span<const std::uint64_t> item_keys,
                             std::span<const std::uint64_t> annotator_keys, const Splits& splits) {
  const auto theirs = item_means(ratings);
  const Shuffles shuffles(ratings, item_keys, annotator_keys, splits.seed);
  auto all = std::make_shared<std::vector<Steps>>();
  for (std::size_t shuffle = 0; shuffle < splits.count; ++shuffle) {
    all->push_back(steps(theirs, item_means(shuffles.at(shuffle))));
  }
  const auto rated = [](double mean) { return !std::isnan(mean); };
  const auto items = static_cast<std::size_t>(std::ranges::count_if(theirs, rated));
  const auto distance = [all](Weights weights, std::span<double> out) {
    MeanOfDefined mean;
    for (const auto& one : *all) mean.add(apart(one, weights).distance());
    out[0] = mean.value();
  };
  const double p = middle_p(*all, theirs.size());
  const auto test = [p](Weights, std::span<double> out) { out[0] = p; };
  ShuffledMeans found{{{"shuffled_ks"}, items, "no rating", "a rated item", distance, true, true},
                      {{"shuffled_p"}, items, "no rating", "a rated item", test, false}};
  found.distance.least = 0;
  found.test.no_interval.clear();  // a p has none
  return found;
}

}  // namespace sonde
