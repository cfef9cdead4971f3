#include "probes/sts/sts_ratings.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/at_place.h"
#include "data/card.h"
#include "probes/shared/frame_items.h"
#include "probes/sts/reliability_settings.h"
#include "sonde/error.h"
#include "statistics/agreement/rated_items.h"
#include "statistics/agreement/split_half.h"

namespace sonde {
namespace {

constexpr std::size_t kSplits = 100;

// Takes out the setting. Empty if it isn't there.
std::string take(std::map<std::string, std::string>& settings, const std::string& key) {
  const auto node = settings.extract(key);
  return node.empty() ? std::string() : std::move(node.mapped());
}

RatingsSource source_of(Settling& settling) {
  RatingsSource source;
  const std::filesystem::path named = take(settling.settings, "ratings");
  source.file = (settling.card.card.parent_path() / named).lexically_normal();
  const std::string drop = take(settling.settings, "ratings_drop");
  if (!drop.empty()) source.drop = {drop};
  return source;
}

// The items of a data set, as far as ratings ask for them.
struct RatedDataset {
  Frame frame;
  std::unordered_map<std::string, std::uint32_t> places;  // place of each id
};

RatedDataset read_items(const Settling& settling) {
  RatedDataset read;
  const auto probe = make_probe(parse_spec(settling.spec.kind), {});
  settling.sources.each_item(
      *probe, [&](std::span<const Item> items, std::span<const Digest> digests) {
        for (const auto& item : items) {
          read.places.emplace(item.id, static_cast<std::uint32_t>(read.places.size()));
        }
        add_to_frame(read.frame, items, digests);
      });
  return read;
}

// The ratings with the data set's numbers of items.
std::vector<Rating> ratings_of(const RatedItems& rated, const RatedDataset& dataset) {
  std::vector<std::uint32_t> places;
  for (const auto& item : rated.items) {
    const auto at = dataset.places.find(item);
    if (at == dataset.places.end()) {
      throw input_error("a rated item is not in the data set", {rated.file, 0, "", item},
                        "name it in the card's ratings_drop if it doesn't count");
    }
    places.push_back(at->second);
  }
  std::vector<Rating> ratings;
  for (const auto& entry : rated.ratings) {
    ratings.push_back({places[entry.item], entry.annotator, entry.value});
  }
  return ratings;
}

Ratings of_slice(const std::vector<Rating>& ratings, const RatedItems& rated, const Slice& slice,
                 std::size_t items) {
  std::vector<bool> belongs(items);
  for (const auto item : slice.items) belongs[item] = true;
  std::vector<Rating> some;
  std::ranges::copy_if(ratings, std::back_inserter(some),
                       [&](const Rating& rating) { return belongs[rating.item]; });
  return {items, rated.annotators.size(), std::move(some)};
}

class Reliabilities {
 public:
  Reliabilities(const RatedItems& rated, const RatedDataset& dataset, Resampler resampler)
      : rated_(rated),
        dataset_(dataset),
        ratings_(ratings_of(rated, dataset)),
        splits_{resampler.seed(), kSplits},
        resampler_(std::move(resampler)) {
    for (const auto& annotator : rated.annotators) keys_.push_back(digest_of(annotator).low64());
  }

  Reliability of(const Slice& slice) const {
    const std::size_t items = dataset_.frame.items();
    const Ratings ratings = of_slice(ratings_, rated_, slice, items);
    const Measures halves = split_halves(ratings, keys_, splits_);
    const auto found = values(halves, items);
    const auto [low, high] = intervals(halves, found, dataset_.frame.keys, resampler_)[1];
    return {found[1], low, high, halves.items, slice.items.size() - halves.items};
  }

 private:
  const RatedItems& rated_;
  const RatedDataset& dataset_;
  std::vector<Rating> ratings_;
  std::vector<std::uint64_t> keys_;  // per annotator
  Splits splits_;
  Resampler resampler_;
};

// The named slice, or nothing if none is named.
std::string reference_of(const Settling& settling) {
  const auto option = settling.spec.options.find("reference");
  if (option != settling.spec.options.end()) return option->second;
  const auto card = settling.settings.find("reference");
  return card == settling.settings.end() ? std::string() : card->second;
}

// "LABEL=VALUE, LABEL=VALUE, ...": slices of the reference's label, or all if it has none.
std::string names_like(const std::vector<Slice>& all, const std::string& reference) {
  const std::string label = reference.substr(0, reference.find('=')) + "=";
  const auto like = [&](const Slice& slice) { return slice.name.starts_with(label); };
  const bool known = std::ranges::any_of(all, like);
  std::string names;
  for (const auto& slice : all) {
    if (!known || like(slice)) names += (names.empty() ? "" : ", ") + slice.name;
  }
  return names;
}

void check_reference(const Settling& settling, const Frame& frame) {
  const std::string reference = reference_of(settling);
  const auto all = slices(frame);
  if (reference.empty() || std::ranges::find(all, reference, &Slice::name) != all.end()) return;
  const std::string message = "no pairs are the reference '" + reference + "'";
  const std::string advice = "there are: " + names_like(all, reference);
  if (settling.spec.options.contains("reference")) throw usage_error(message, advice);
  throw input_error(message, place_in_card(settling.card, "reference"), advice);
}

void check_settings(const Settling& settling) {
  if (!settling.settings.contains("ratings")) {
    throw input_error("the card has no 'ratings' to drop items from",
                      place_in_card(settling.card, "ratings_drop"), "name the file of ratings");
  }
  if (settling.settings.contains("reliability")) {
    throw input_error("the card has both 'ratings' and 'reliability'",
                      place_in_card(settling.card, "reliability"), "remove one of the two");
  }
}

void add_reliabilities(Settling& settling, const RatedDataset& dataset) {
  const RatedItems rated = at_place(place_in_card(settling.card, "ratings_drop"),
                                    [&] { return read_ratings(source_of(settling)); });
  const Reliabilities reliabilities(rated, dataset, settling.sources.resampler());
  for (const auto& slice : slices(dataset.frame)) {
    settling.settings[reliability_key(slice.name)] = reliability_text(reliabilities.of(slice));
  }
}

}  // namespace

void settle_sts(Settling& settling) {
  auto& settings = settling.settings;
  const bool rates = settings.contains("ratings") || settings.contains("ratings_drop");
  if (!rates && reference_of(settling).empty()) return;
  if (rates) check_settings(settling);
  const RatedDataset dataset = read_items(settling);
  check_reference(settling, dataset.frame);
  if (rates) add_reliabilities(settling, dataset);
}

void join_sts(JointForm& form) { form.settings = without_reliability(std::move(form.settings)); }

}  // namespace sonde
