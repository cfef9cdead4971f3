#include "run/item_stream.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/random.h"
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
  // Whether it is new. By linear probing; 0 marks a free place.
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

// Numbers equal items, so that each has a digest of its own.
class Occurrences {
 public:
  explicit Occurrences(Repeated& repeated) : repeated_(repeated) {}

  // How many items equal to this one came before; `first`: its digest as the first of them.
  std::uint32_t before(const Digest& first) {
    const std::uint64_t key = first.low64();
    if (repeated_.known && !repeated_.digests.contains(key)) return 0;
    if (first_.insert(key)) return 0;
    if (!repeated_.known) repeated_.digests.insert(key);
    return ++again_[key];
  }

  // All items have been seen.
  void finish() { repeated_.known = true; }

 private:
  Repeated& repeated_;
  DigestSet first_;
  std::unordered_map<std::uint64_t, std::uint32_t> again_;
};

constexpr std::size_t kMostBytes = std::size_t{1} << 25;  // of the texts of a block

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

// Makes the items of a sample from records, and gives them in blocks.
class ItemStream::Reading {
 public:
  struct Wanted {
    const Sample& sample;
    std::size_t block;
    const TakeNewItems& take;
    const TakeLeftOut& left_out;
  };
  Reading(const ItemStream& stream, const Wanted& wanted)
      : stream_(stream), wanted_(wanted), occurrences_(*stream.repeated_) {}

  void add(Record&& record) {
    Place place = wanted_.left_out ? record.place : Place();
    Item item = stream_.probe_.item(std::move(record));
    if (!item.left_out.empty()) return leave_out(item, std::move(place));
    item.first_row = counts_.whole_rows;
    counts_.whole_rows += item.rows.size();
    ++counts_.whole_items;
    Digest digest = item_digest(item, 0);
    const auto before = occurrences_.before(digest);
    if (before > 0) digest = item_digest(item, before);
    if (!wanted_.sample.keeps(digest)) return;
    if (is_dropped()) {
      stream_.probe_.filter()->drop(item);
      digest = item_digest(item, before);
    }
    keep(std::move(item), digest);
  }

  ItemCounts finish() {
    occurrences_.finish();
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
    ++counts_.items;
    counts_.rows += item.rows.size();
    counts_.texts += item.texts.size();
    const std::size_t size = size_of(item);
    counts_.bytes += size;
    bytes_ += size;
    items_.push_back(std::move(item));
    digests_.push_back(digest);
    hasher_.add(digest);
    if (items_.size() == wanted_.block || bytes_ >= kMostBytes) flush();
  }

  void flush() {
    if (!items_.empty()) wanted_.take(items_, digests_);
    items_.clear();
    digests_.clear();
    bytes_ = 0;
  }

  const ItemStream& stream_;
  Wanted wanted_;
  Occurrences occurrences_;
  ItemCounts counts_;
  Hasher hasher_;
  std::vector<Item> items_;
  std::vector<Digest> digests_;
  std::size_t bytes_ = 0;  // of the items' texts
};

ItemCounts ItemStream::read(const Sample& sample, std::size_t block, const TakeNewItems& take,
                            const TakeLeftOut& left_out) const {
  Reading reading(*this, {sample, block, take, left_out});
  read_records(card_, probe_.fields(), [&](Record&& record) {
    reading.add(std::move(record));
    return true;
  });
  return reading.finish();
}

}  // namespace sonde
