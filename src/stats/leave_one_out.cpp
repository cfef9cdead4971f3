#include "stats/leave_one_out.h"

#include <algorithm>
#include <memory>

#include "stats/item_pearson.h"

namespace sonde {
namespace {

// An annotator's ratings beside the means of the others'.
struct Beside {
  std::vector<std::uint32_t> items;
  std::vector<double> own, others;
};

std::vector<Beside> beside_others(const Ratings& ratings) {
  std::vector<Beside> beside(ratings.annotators());
  for (std::uint32_t item = 0; item < ratings.items(); ++item) {
    const auto of = ratings.of(item);
    if (of.size() < 2) continue;
    double sum = 0;
    for (const auto& rating : of) sum += rating.value;
    for (const auto& rating : of) {
      auto& one = beside[rating.annotator];
      one.items.push_back(item);
      one.own.push_back(rating.value);
      one.others.push_back((sum - rating.value) / static_cast<double>(of.size() - 1));
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
    auto replicates = resampler.correlations(Correlation::kPearson, one.own, one.others, keys);
    found.push_back({one.items.size(), pearson(one.own, one.others),
                     Resampler::percentile(std::move(replicates))});
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
