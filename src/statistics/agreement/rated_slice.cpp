#include "statistics/agreement/rated_slice.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "sonde/digest.h"
#include "statistics/agreement/rating_levels.h"

namespace sonde {
namespace {

constexpr std::size_t kMostGroups = 100;

constexpr std::uint32_t kNowhere = 0xffffffff;

std::uint64_t key_of(const std::string& name) { return digest_of(name).low64(); }

// Renumbers the used places from 0.
class Renumbering {
 public:
  explicit Renumbering(std::size_t size) : to_(size, kNowhere) {}

  std::uint32_t operator()(std::uint32_t from) {
    if (to_[from] == kNowhere) {
      to_[from] = static_cast<std::uint32_t>(used_.size());
      used_.push_back(from);
    }
    return to_[from];
  }

  std::vector<std::uint64_t> keys(const std::vector<std::string>& names) const {
    std::vector<std::uint64_t> keys;
    for (const auto from : used_) keys.push_back(key_of(names[from]));
    return keys;
  }
  std::size_t size() const { return used_.size(); }

 private:
  std::vector<std::uint32_t> to_, used_;
};

// In the whole of a file, items retain their numbers. They come in order of appearance.
template <class Belongs>
RatedSlice slice_of(const RatedItems& rated, std::string name, const Belongs& belongs) {
  Renumbering items(rated.items.size()), annotators(rated.annotators.size());
  std::vector<Rating> ratings;
  for (const auto& entry : rated.ratings) {
    if (!belongs(entry.item)) continue;
    const auto item = items(entry.item), annotator = annotators(entry.annotator);
    ratings.push_back({item, annotator, entry.value});
  }
  return {std::move(name), Ratings(items.size(), annotators.size(), std::move(ratings)),
          items.keys(rated.items), annotators.keys(rated.annotators)};
}

// How many items each group has. None if the label doesn't sort items.
std::map<std::string, std::size_t> groups_of(const RatedItems& rated) {
  std::map<std::string, std::size_t> sizes;
  for (const auto& group : rated.groups) {
    if (!group.empty()) ++sizes[group];
  }
  const bool once = std::ranges::all_of(sizes, [](const auto& group) { return group.second == 1; });
  return once || sizes.size() > kMostGroups ? std::map<std::string, std::size_t>() : sizes;
}

RatingBox box_of(std::span<const double> ratings) {
  const Box found = box(ratings);
  return {found.low, found.first_quartile, found.median, found.third_quartile, found.high};
}

double mean_rating(const std::vector<double>& ratings) {
  return std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(ratings.size());
}

RatingSummary summarised(std::string name, const std::vector<double>& ratings) {
  return {std::move(name), {}, 1, 0, ratings.size(), mean_rating(ratings), box_of(ratings)};
}

std::vector<double> values_of(std::span<const Rating> ratings) {
  std::vector<double> values;
  for (const auto& rating : ratings) values.push_back(rating.value);
  return values;
}

}  // namespace

std::vector<RatedSlice> rated_slices(const RatedItems& rated, std::vector<std::string>& notes) {
  std::vector<RatedSlice> slices{slice_of(rated, "all", [](std::uint32_t) { return true; })};
  const auto groups = groups_of(rated);
  if (groups.empty() && !rated.label.empty()) {
    notes.push_back("'" + rated.label + "' has more than " + std::to_string(kMostGroups) +
                    " values or none twice: it makes no groups");
  }
  for (const auto& group : groups) {
    const auto belongs = [&](std::uint32_t item) { return rated.groups[item] == group.first; };
    slices.push_back(slice_of(rated, rated.label + "=" + group.first, belongs));
  }
  return slices;
}

RatingSummary summary(const RatedSlice& slice) {
  auto found = summarised(slice.name, values_of(slice.ratings.all()));
  found.items = slice.ratings.items();
  found.annotators = slice.ratings.annotators();
  std::vector<double> means;
  for (std::uint32_t item = 0; item < found.items; ++item) {
    means.push_back(mean_rating(values_of(slice.ratings.of(item))));
  }
  found.box_of_means = box_of(means);
  return found;
}

RatingSummary item_summary(const RatedItems& rated, const Ratings& ratings, std::uint32_t item) {
  auto found = summarised(rated.items[item], values_of(ratings.of(item)));
  found.annotators = found.ratings;
  if (!rated.groups.empty()) found.group = rated.groups[item];
  return found;
}

std::vector<AnnotatorSummary> annotator_summaries(const RatedItems& rated,
                                                  std::span<const AgainstOthers> agreements) {
  std::vector<AnnotatorSummary> found;
  for (std::size_t i = 0; i < agreements.size(); ++i) {
    const auto& [items, value, interval] = agreements[i];
    found.push_back({rated.annotators[i], 0, 0, items, value, interval.low, interval.high});
  }
  for (const auto& rating : rated.ratings) {
    auto& one = found[rating.annotator];
    ++one.ratings;
    one.mean += rating.value;
  }
  for (auto& one : found) one.mean /= static_cast<double>(one.ratings);
  return found;
}

}  // namespace sonde
