#include "run/tasks/item_stream.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/random.h"
#include "probes/shared/incomplete_record.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::uint64_t kSamplingStream = 0x6c696d6974;  // "limit"

std::uint64_t sampling_hash(std::uint64_t seed, const Digest& digest) {
  return random_bits(seed, kSamplingStream, digest.low64());
}

// A set of digests in one block of memory: the nodes of a std::unordered_set take several times
// as much, and what they took stays with the process.
class DigestSet {
 public:
  // Whether it is new. Uses linear probing. 0 marks a free place.
  bool insert(std::uint64_t digest) {
    if (2 * (count_ + 1) > places_.size()) grow();
    std::uint64_t& place = find(std::max<std::uint64_t>(digest, 1));
    if (place != 0) return false;
    place = std::max<std::uint64_t>(digest, 1);
    ++count_;
    return true;
  }

 private:
  std::uint64_t& find(std::uint64_t digest) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = digest & mask;
    while (places_[at] != 0 && places_[at] != digest) at = (at + 1) & mask;
    return places_[at];
  }

  void grow() {
    std::vector<std::uint64_t> before(std::max<std::size_t>(1024, 2 * places_.size()));
    before.swap(places_);
    for (const auto digest : before) {
      if (digest != 0) find(digest) = digest;
    }
  }

  std::vector<std::uint64_t> places_;  // a power of 2
  std::size_t count_ = 0;
};

// Numbers equal items, so that each has a different digest.
class Occurrences {
 public:
  explicit Occurrences(Repeated& repeated) : repeated_(repeated) {}

  // How many items equal to this one came before. `first`: its digest as the first of them.
  std::uint32_t before(const Digest& first) {
    const std::uint64_t key = first.low64();
    if (repeated_.known && !repeated_.digests.contains(key)) return 0;
    if (first_.insert(key)) return 0;
    if (!repeated_.known) {
      repeated_.digests.insert(key);
      ++repeated_.items;
    }
    return ++again_[key];
  }

  // All items have been seen.
  void finish() { repeated_.known = true; }

 private:
  Repeated& repeated_;
  DigestSet first_;
  std::unordered_map<std::uint64_t, std::uint32_t> again_;
};

constexpr std::size_t kMostBytes = std::size_t{1} << 25;  // for the texts of a block

std::size_t size_of(const Item& item) {
  std::size_t bytes = 0;
  for (const auto& text : item.texts) bytes += text.text.size();
  return bytes;
}

std::uint64_t hash_limit(double fraction) {
  constexpr double kAll = 0x1.0p64;
  const double last = std::floor(fraction * kAll);
  return last >= kAll ? std::numeric_limits<std::uint64_t>::max()
                      : static_cast<std::uint64_t>(last);
}

}  // namespace

bool Sample::keeps(const Digest& digest) const {
  return last == std::numeric_limits<std::uint64_t>::max() || sampling_hash(seed, digest) <= last;
}

Sample ItemStream::sample(const Limit& limit, std::uint64_t seed,
                          const std::function<void()>& check_stop) const {
  Sample sample{.seed = seed};
  if (limit.count == 0) {
    if (!limit.none()) sample.last = hash_limit(limit.fraction);
    return sample;
  }
  std::vector<std::uint64_t> hashes;
  read({}, kItemsAtOnce, [&](std::span<const Item>, std::span<const Digest> digests) {
    check_stop();
    for (const auto& digest : digests) hashes.push_back(sampling_hash(seed, digest));
  });
  if (limit.count < hashes.size()) {
    const auto nth = hashes.begin() + static_cast<std::ptrdiff_t>(limit.count - 1);
    std::nth_element(hashes.begin(), nth, hashes.end());
    sample.last = *nth;
  }
  return sample;
}

// Makes the items of a sample from records, and gives those of a range in blocks.
class ItemStream::Reading {
 public:
  struct Wanted {
    const Sample& sample;
    ItemRange range;
    std::size_t block;
    const TakeNewItems& take;
    const TakeLeftOut& left_out;
  };
  // How many items equal to one came before it, by its digest as the first of them.
  using Before = std::function<std::uint32_t(const Digest&)>;

  // counts: of what comes before the first record.
  Reading(const ItemStream& stream, const Wanted& wanted, Before before, ItemCounts counts = {})
      : stream_(stream), wanted_(wanted), before_(std::move(before)), counts_(std::move(counts)) {}

  // Returns how many items equal to the record's came before it.
  std::uint32_t add(Record&& record) {
    Place place = wanted_.left_out ? record.place : Place();
    const std::size_t line = record.place.line;
    Item item = made_item(stream_.probe_, std::move(record));
    if (!item.left_out.empty()) {
      if (item.texts.empty()) item.texts.push_back({std::to_string(line)});  // for its digest
      leave_out(item, std::move(place));
      return 0;
    }
    item.first_row = counts_.whole_rows;
    counts_.whole_rows += item.rows.size();
    ++counts_.whole_items;
    Digest digest = item_digest(item, 0);
    const auto before = before_(digest);
    if (before > 0) digest = item_digest(item, before);
    if (!wanted_.sample.keeps(digest)) return before;
    if (is_dropped()) {
      stream_.probe_.filter()->drop(item);
      digest = item_digest(item, before);
    }
    keep(std::move(item), digest);
    return before;
  }

  const ItemCounts& counts() const { return counts_; }

  ItemCounts finish() {
    flush();
    counts_.digests = hasher_.finish();
    return std::move(counts_);
  }

 private:
  void leave_out(const Item& item, Place place) {
    if (!wanted_.sample.keeps(item_digest(item, 0))) return;
    ++counts_.left_out[item.left_out];
    if (wanted_.left_out) wanted_.left_out(item, std::move(place));
  }

  // Whether the next item does not pass the filter.
  bool is_dropped() const {
    const auto& passed = stream_.passed_;
    return passed && counts_.items < passed->size() && !(*passed)[counts_.items];
  }

  void keep(Item item, const Digest& digest) {
    const bool wanted = wanted_.range.has(counts_.items);
    ++counts_.items;
    counts_.rows += item.rows.size();
    counts_.texts += item.texts.size();
    const std::size_t size = size_of(item);
    counts_.bytes += size;
    hasher_.add(digest);
    if (!wanted) return;
    bytes_ += size;
    items_.push_back(std::move(item));
    digests_.push_back(digest);
    if (counts_.items % wanted_.block == 0 || bytes_ >= kMostBytes) flush();
  }

  void flush() {
    if (!items_.empty()) wanted_.take(items_, digests_);
    items_.clear();
    digests_.clear();
    bytes_ = 0;
  }

  const ItemStream& stream_;
  Wanted wanted_;
  Before before_;
  ItemCounts counts_;
  Hasher hasher_;
  std::vector<Item> items_;
  std::vector<Digest> digests_;
  std::size_t bytes_ = 0;  // in the items' texts
};

ItemCounts ItemStream::read(const Sample& sample, std::size_t block, const TakeNewItems& take,
                            const TakeLeftOut& left_out) const {
  Occurrences occurrences(*repeated_);
  Reading reading(*this, {sample, {}, block, take, left_out},
                  [&](const Digest& first) { return occurrences.before(first); });
  read_records(card_, probe_.fields(), [&](Record&& record) {
    reading.add(std::move(record));
    return true;
  });
  occurrences.finish();
  return reading.finish();
}

PlacedCounts ItemStream::read_placed(const Sample& sample, std::size_t block,
                                     const TakeNewItems& take, const TakeLeftOut& left_out,
                                     const TakePlaced& placed) const {
  Occurrences occurrences(*repeated_);
  Reading reading(*this, {sample, {}, block, take, left_out},
                  [&](const Digest& first) { return occurrences.before(first); });
  const bool in_stretches = read_placed_records(
      card_, probe_.fields(),
      [&](Record&& record, const RecordPlace& begin, const RecordPlace& end) {
        PlacedRecord one{begin, end, reading.counts().items, reading.counts().whole_rows};
        one.repeats = reading.add(std::move(record));
        placed(one);
      });
  occurrences.finish();
  return {reading.finish(), in_stretches};
}

namespace {

// Stretches of a data set, from `first` to before `end`.
struct StretchRange {
  std::size_t first, end;
};

// The stretches that contain a range of items.
StretchRange stretches_of(const TaskListing& listing, const ItemRange& range) {
  const auto& all = listing.stretches;
  const auto place = [&](auto at) { return static_cast<std::size_t>(at - all.begin()); };
  const auto behind = std::ranges::upper_bound(all, range.first, {}, &ListedStretch::items);
  return {place(behind) - 1,
          place(std::ranges::lower_bound(all, range.end, {}, &ListedStretch::items))};
}

// How often the items of records came before, as the listing has it.
class ListedRepeats {
 public:
  ListedRepeats(std::vector<RepeatedRecord> repeated) : repeated_(std::move(repeated)) {}

  // Takes records in order.
  std::uint32_t before(std::uint64_t record) {
    while (at_ < repeated_.size() && repeated_[at_].record < record) ++at_;
    return at_ < repeated_.size() && repeated_[at_].record == record ? repeated_[at_].before : 0;
  }

 private:
  std::vector<RepeatedRecord> repeated_;
  std::size_t at_ = 0;
};

[[noreturn]] void throw_contradicted(const TaskListing& listing) {
  throw input_error("the listing contradicts the data set '" + listing.data().name + "'",
                    {listing.file->path().string()}, "make it again");
}

}  // namespace

void ItemStream::read_listed(const TaskListing& listing, const Sample& sample,
                             const ItemRange& range, std::size_t block,
                             const TakeItems& take) const {
  if (range.first >= std::min(range.end, listing.data().items)) return;
  const auto [first, end] = stretches_of(listing, range);
  std::uint64_t record = listing.stretches[first].begin.records;
  ListedRepeats repeats({});
  ItemCounts counts;
  counts.items = listing.stretches[first].items;
  counts.whole_rows = listing.stretches[first].rows;
  const TakeNewItems take_new = take;
  const TakeLeftOut unheard;
  Reading reading(
      *this, {sample, range, block, take_new, unheard},
      [&](const Digest&) { return repeats.before(record); }, std::move(counts));
  for (std::size_t from = first; from < end;) {
    const std::size_t number = from / kStretchesInBlock;
    const std::size_t to = std::min(end, (number + 1) * kStretchesInBlock);
    repeats = ListedRepeats(listing.file->block(listing.number, number).repeated);
    const std::vector<Stretch> some(listing.stretches.begin() + static_cast<std::ptrdiff_t>(from),
                                    listing.stretches.begin() + static_cast<std::ptrdiff_t>(to));
    read_stretches(card_, probe_.fields(), some, [&](Record&& one) {
      reading.add(std::move(one));
      ++record;
    });
    from = to;
  }
  const bool all = end == listing.stretches.size();
  const std::uint64_t items = all ? listing.data().items : listing.stretches[end].items;
  const std::uint64_t rows = all ? listing.data().whole_rows : listing.stretches[end].rows;
  if (reading.counts().items != items || reading.counts().whole_rows != rows) {
    throw_contradicted(listing);
  }
  reading.finish();
}

}  // namespace sonde
