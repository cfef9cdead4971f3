#include "statistics/agreement/split_half.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/nan.h"
#include "base/random.h"
#include "statistics/agreement/item_pearson.h"
#include "statistics/agreement/kappa.h"

namespace sonde {
namespace {

constexpr std::uint64_t kSplitStream = std::uint64_t{1} << 40;  // beyond all replicates

constexpr double kWidestScale = 1000;  // range of ratings, for kappa
constexpr double kRounding = 1e-9;     // closer to -1 than this is -1

// The means of an item's ratings by the two halves. NaN if a half has none.
struct HalfMeans {
  double first, second;
};

// The items in one split.
struct Split {
  std::vector<std::uint32_t> items;   // that both halves rated
  std::vector<double> first, second;  // means of each of them
  std::vector<Judged> judged;         // the same rounded up, as places among the categories
  std::vector<Judged> one_sided;      // items that one half rated (the other has 0)
};

// Annotators who rated anything.
std::vector<std::size_t> active(const Ratings& ratings) {
  std::vector<bool> rated(ratings.annotators());
  for (const auto& rating : ratings.all()) rated[rating.annotator] = true;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (rated[i]) found.push_back(i);
  }
  return found;
}

// Whether each annotator is in the first half.
std::vector<bool> first_half(std::vector<std::size_t> active, std::span<const std::uint64_t> keys,
                             std::uint64_t stream) {
  std::ranges::sort(active, {}, [&](std::size_t at) { return bits_at(stream, keys[at]); });
  std::vector<bool> first(keys.size());
  for (std::size_t i = 0; i < active.size() / 2; ++i) first[active[i]] = true;
  return first;
}

HalfMeans half_means(std::span<const Rating> ratings, const std::vector<bool>& is_first) {
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (const auto& rating : ratings) {
    const int half = is_first[rating.annotator] ? 0 : 1;
    sums[half] += rating.value;
    counts[half] += 1;
  }
  return {counts[0] > 0 ? sums[0] / counts[0] : kNaN, counts[1] > 0 ? sums[1] / counts[1] : kNaN};
}

// All whole numbers that a half's mean can be rounded up to, and 0. None if ratings aren't whole or
// reach too far to be categories.
std::vector<double> whole_categories(const Ratings& ratings) {
  double low = 0, high = 0;
  for (const auto& rating : ratings.all()) {
    if (rating.value != std::ceil(rating.value)) return {};
    low = std::min(low, rating.value);
    high = std::max(high, rating.value);
  }
  std::vector<double> values;
  if (high - low > kWidestScale) return values;
  for (double value = low; value <= high; ++value) values.push_back(value);
  return values;
}

class Halves {
 public:
  Halves(const Ratings& ratings, std::span<const std::uint64_t> keys, const Splits& splits)
      : categories_(whole_categories(ratings)) {
    const auto annotators = active(ratings);
    for (std::size_t split = 0; split < splits.count; ++split) {
      const auto stream = stream_key(splits.seed, kSplitStream + split);
      splits_.push_back(split_of(ratings, first_half(annotators, keys, stream)));
    }
  }

  // That both halves rated in any split.
  std::size_t items(std::size_t of) const {
    std::vector<bool> rated(of);
    for (const auto& split : splits_) {
      for (const auto item : split.items) rated[item] = true;
    }
    return static_cast<std::size_t>(std::ranges::count(rated, true));
  }

  void correlations(Weights weights, std::span<double> out) const {
    MeanOfDefined correlation;
    for (const auto& split : splits_) {
      correlation.add(item_pearson(split.items, split.first, split.second, weights));
    }
    out[0] = correlation.value();
    out[1] = spearman_brown(out[0]);
    out[2] = noise_ceiling(out[1]);
  }

  void kappas(Weights weights, std::span<double> out) const {
    MeanOfDefined plain, linear, quadratic, published;
    CohenKappa kappa(categories_);
    for (const auto& split : splits_) {
      if (categories_.empty()) break;
      const auto kappas = kappa.of(split.judged, weights);
      plain.add(kappas.plain);
      linear.add(kappas.linear);
      quadratic.add(kappas.quadratic);
      published.add(split.one_sided.empty() ? kappas.linear
                                            : with_one_sided(kappa, split, weights));
    }
    out[0] = plain.value(), out[1] = linear.value(), out[2] = quadratic.value();
    out[3] = spearman_brown(published.value());
  }

 private:
  Split split_of(const Ratings& ratings, const std::vector<bool>& is_first) const {
    Split split;
    for (std::uint32_t item = 0; item < ratings.items(); ++item) {
      const auto means = half_means(ratings.of(item), is_first);
      const bool both = !std::isnan(means.first) && !std::isnan(means.second);
      if (both) {
        split.items.push_back(item);
        split.first.push_back(means.first);
        split.second.push_back(means.second);
      }
      if (categories_.empty() || ratings.of(item).empty()) continue;
      (both ? split.judged : split.one_sided)
          .push_back({item, category(means.first), category(means.second)});
    }
    return split;
  }

  std::uint32_t category(double mean) const {
    const double rounded = std::isnan(mean) ? 0 : std::ceil(mean);
    return static_cast<std::uint32_t>(rounded - categories_.front());
  }

  static double with_one_sided(CohenKappa& kappa, const Split& split, Weights weights) {
    std::vector<Judged> all = split.judged;
    all.insert(all.end(), split.one_sided.begin(), split.one_sided.end());
    return kappa.of(all, weights).linear;
  }

  std::vector<double> categories_;  // empty if ratings aren't whole
  std::vector<Split> splits_;
};

}  // namespace

double spearman_brown(double r) { return 1 + r > kRounding ? 2 * r / (1 + r) : kNaN; }

double noise_ceiling(double reliability) { return reliability < 0 ? kNaN : std::sqrt(reliability); }
double noise_ceiling_end(double reliability) {
  return reliability < 0 ? 0 : std::sqrt(reliability);
}

Measures split_halves(const Ratings& ratings, std::span<const std::uint64_t> keys,
                      const Splits& splits) {
  const auto halves = std::make_shared<const Halves>(ratings, keys, splits);
  const auto at = [halves](Weights weights, std::span<double> out) {
    halves->correlations(weights, out);
  };
  const auto ceiling = [](std::span<Interval> all) {
    all[2] = {noise_ceiling_end(all[1].low), noise_ceiling_end(all[1].high)};
  };
  return {{"split_half", "spearman_brown", "noise_ceiling"},
          halves->items(ratings.items()),
          "never rated by both halves",
          "items that both halves rated, of different means; a ceiling: a reliability from 0 on",
          at,
          true,
          false,
          ceiling};
}

Measures half_kappas(const Ratings& ratings, std::span<const std::uint64_t> keys,
                     const Splits& splits) {
  const auto halves = std::make_shared<const Halves>(ratings, keys, splits);
  const auto at = [halves](Weights weights, std::span<double> out) {
    halves->kappas(weights, out);
  };
  return {
      {"kappa_halves", "kappa_halves_linear", "kappa_halves_quadratic", "kappa_halves_published"},
      halves->items(ratings.items()),
      "never rated by both halves",
      "items that both halves rated, of different means; whole ratings",
      at};
}

}  // namespace sonde
