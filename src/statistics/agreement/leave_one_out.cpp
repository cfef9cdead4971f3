#include "statistics/agreement/leave_one_out.h"

#include <memory>

#include "base/nan.h"
#include "statistics/agreement/item_pearson.h"

namespace sonde {
namespace {

// An annotator's ratings with the means of the others'.
struct Beside {
  std::vector<std::uint32_t> items;
  std::vector<double> own, others;
};

// Relative to the first of them, so that the mean of equal ratings is that rating: a remainder of
// rounding would have correlations.
double mean_of_others(std::span<const Rating> ratings, std::size_t one) {
  const double first = ratings[one == 0 ? 1 : 0].value;
  double sum = 0;
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    if (i != one) sum += ratings[i].value - first;
  }
  return first + sum / static_cast<double>(ratings.size() - 1);
}

std::vector<Beside> beside_others(const Ratings& ratings) {
  std::vector<Beside> beside(ratings.annotators());
  for (std::uint32_t item = 0; item < ratings.items(); ++item) {
    const auto of = ratings.of(item);
    if (of.size() < 2) continue;
    for (std::size_t i = 0; i < of.size(); ++i) {
      auto& one = beside[of[i].annotator];
      one.items.push_back(item);
      one.own.push_back(of[i].value);
      one.others.push_back(mean_of_others(of, i));
    }
  }
  return beside;
}

}  // namespace

std::vector<AgainstOthers> against_others(const Ratings& ratings,
                                          std::span<const std::uint64_t> item_keys,
                                          const Resampler& resampler) {
  std::vector<AgainstOthers> found;
  for (const auto& one : beside_others(ratings)) {
    std::vector<std::uint64_t> keys;
    for (const auto item : one.items) keys.push_back(item_keys[item]);
    Interval interval{kNaN, kNaN};
    if (keys.size() >= kFewestItems) {
      interval = Resampler::percentile(
          resampler.correlations(Correlation::kPearson, one.own, one.others, keys));
    }
    found.push_back({one.items.size(), pearson(one.own, one.others), interval});
  }
  return found;
}

Measures leave_one_out(const Ratings& ratings) {
  const auto all = std::make_shared<const std::vector<Beside>>(beside_others(ratings));
  std::size_t items = 0;
  for (std::size_t item = 0; item < ratings.items(); ++item) items += ratings.of(item).size() > 1;
  const auto at = [all](Weights weights, std::span<double> out) {
    MeanOfDefined mean;
    for (const auto& one : *all) mean.add(item_pearson(one.items, one.own, one.others, weights));
    out[0] = mean.value();
  };
  return {{"leave_one_out"},
          items,
          "fewer than two ratings",
          "an annotator whose ratings, and others' of the same items, differ",
          at};
}

}  // namespace sonde
