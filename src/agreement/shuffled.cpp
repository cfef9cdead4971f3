#include "agreement/shuffled.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include "base/nan.h"
#include "base/random.h"

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
  bool last;          // of equal means
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

// The ratings of each annotator by the items' keys, so that their order in the file is nothing.
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

double distance(const Steps& steps, Weights weights) {
  std::int64_t apart = 0, most = 0, n = 0;
  for (const auto& step : steps) {
    const std::int32_t weight = weights[step.item];
    apart += step.sign * weight;
    n += weight;
    if (step.last) most = std::max(most, std::abs(apart));
  }
  return n > 0 ? 2 * static_cast<double>(most) / static_cast<double>(n) : kNaN;
}

}  // namespace

Measures shuffled_means(const Ratings& ratings, std::span<const std::uint64_t> item_keys,
                        std::span<const std::uint64_t> annotator_keys, const Splits& splits) {
  const auto theirs = item_means(ratings);
  const auto own = by_annotator(ratings, item_keys);
  auto all = std::make_shared<std::vector<Steps>>();
  for (std::size_t shuffle = 0; shuffle < splits.count; ++shuffle) {
    std::vector<Rating> mixed;
    for (std::size_t annotator = 0; annotator < own.size(); ++annotator) {
      const auto stream =
          stream_key(mix(splits.seed ^ annotator_keys[annotator]), kShuffleStream + shuffle);
      const auto values = shuffled(own[annotator], stream, item_keys);
      for (std::size_t i = 0; i < values.size(); ++i) {
        mixed.push_back({own[annotator][i].item, own[annotator][i].annotator, values[i]});
      }
    }
    const Ratings other(ratings.items(), ratings.annotators(), std::move(mixed));
    all->push_back(steps(theirs, item_means(other)));
  }
  const auto rated = [](double mean) { return !std::isnan(mean); };
  const auto at = [all](Weights weights, std::span<double> out) {
    MeanOfDefined mean;
    for (const auto& one : *all) mean.add(distance(one, weights));
    out[0] = mean.value();
  };
  return {{"shuffled_ks"},
          static_cast<std::size_t>(std::ranges::count_if(theirs, rated)),
          "no rating",
          "a rated item",
          at,
          true,
          true};
}

}  // namespace sonde
