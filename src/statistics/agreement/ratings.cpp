#include "statistics/agreement/ratings.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

auto place(const Rating& rating) { return std::tie(rating.item, rating.annotator); }

void check(std::span<const Rating> ratings, std::size_t items, std::size_t annotators) {
  for (const auto& rating : ratings) {
    if (rating.item >= items || rating.annotator >= annotators || !std::isfinite(rating.value)) {
      throw usage_error("a rating without an item, an annotator or a finite value");
    }
  }
}

}  // namespace

Ratings::Ratings(std::size_t items, std::size_t annotators, std::vector<Rating> ratings)
    : annotators_(annotators), ratings_(std::move(ratings)), first_(items + 1) {
  check(ratings_, items, annotators);
  std::ranges::sort(ratings_, {}, place);
  const auto same = [](const Rating& a, const Rating& b) { return place(a) == place(b); };
  if (std::ranges::adjacent_find(ratings_, same) != ratings_.end()) {
    throw usage_error("an annotator rated an item twice");
  }
  for (const auto& rating : ratings_) ++first_[rating.item + 1];
  for (std::size_t item = 0; item < items; ++item) first_[item + 1] += first_[item];
}

Categories categories(const Ratings& ratings) {
  Categories found;
  for (const auto& rating : ratings.all()) found.values.push_back(rating.value);
  std::ranges::sort(found.values);
  found.values.erase(std::unique(found.values.begin(), found.values.end()), found.values.end());
  for (const auto& rating : ratings.all()) {
    const auto at = std::ranges::lower_bound(found.values, rating.value);
    found.codes.push_back(static_cast<std::uint32_t>(at - found.values.begin()));
  }
  return found;
}

}  // namespace sonde
