#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "run/tasks/task_listing.h"
#include "sonde/dataset.h"
#include "sonde/digest.h"
#include "sonde/item.h"
#include "sonde/probe.h"
#include "sonde/run.h"

namespace sonde {

// The items that a limit selects: those whose hash is at most `last`.
struct Sample {
  std::uint64_t seed = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  bool keeps(const Digest& digest) const;
};

struct ItemCounts {
  std::uint64_t items = 0;
  std::uint64_t rows = 0;
  std::uint64_t texts = 0;
  std::uint64_t bytes = 0;  // in the texts
  std::uint64_t whole_items = 0;
  std::uint64_t whole_rows = 0;
  // Records of the sample that give no items, by reason.
  std::map<std::string, std::uint64_t> left_out;
  Digest digests;  // over the items' digests, in order
  bool operator==(const ItemCounts&) const = default;
};

// Some items of a task, by their places among those of its sample.
struct ItemRange {
  std::uint64_t first = 0;
  std::uint64_t end = UINT64_MAX;
  bool has(std::uint64_t item) const { return item >= first && item < end; }
  bool is_all() const { return first == 0 && end == UINT64_MAX; }
};

// The items that a data set has several times, by 64 bits of their digests. Known once all of it
// was read.
struct Repeated {
  bool known = false;
  std::uint64_t items = 0;  // that equal an earlier one
  std::unordered_set<std::uint64_t> digests;
};

using TakeItems = std::function<void(std::span<const Item>, std::span<const Digest>)>;
// The same, but who takes them may move them away.
using TakeNewItems = std::function<void(std::span<Item>, std::span<const Digest>)>;

// A record that gives no item, and its place.
using TakeLeftOut = std::function<void(const Item&, Place)>;

// A record at its place: the counts before it, and how many earlier items equal its own.
struct PlacedRecord {
  RecordPlace begin, end;
  std::uint64_t items = 0, rows = 0;
  std::uint32_t repeats = 0;
};
using TakePlaced = std::function<void(const PlacedRecord&)>;

struct PlacedCounts {
  ItemCounts counts;
  bool in_stretches = false;  // whether the records may be read in stretches
};

inline constexpr std::size_t kItemsAtOnce = 1024;  // if no other block is better

// Reads a data set's items through a probe, in blocks, in order: any number of times, each time
// from the file.
class ItemStream {
 public:
  // `repeated`: filled in by the first reading. The next ones then take little memory. `passed`:
  // which items of the sample pass the probe's filter, in order. Null: all.
  ItemStream(const Card& card, const Probe& probe,
             std::shared_ptr<Repeated> repeated = std::make_shared<Repeated>(),
             std::shared_ptr<const std::vector<bool>> passed = nullptr)
      : card_(card), probe_(probe), repeated_(std::move(repeated)), passed_(std::move(passed)) {}

  // A limit's sample of this data set. `check_stop` throws if the reading that a number of items
  // needs is to end.
  Sample sample(
      const Limit& limit, std::uint64_t seed,
      const std::function<void()>& check_stop = [] {}) const;
  // Gives the items of a sample in blocks that end at multiples of `block` items, and earlier if
  // texts are very long.
  ItemCounts read(const Sample& sample, std::size_t block, const TakeNewItems& take,
                  const TakeLeftOut& left_out = {}) const;
  // The same, and gives the places of all records to `placed`.
  PlacedCounts read_placed(const Sample& sample, std::size_t block, const TakeNewItems& take,
                           const TakeLeftOut& left_out, const TakePlaced& placed) const;
  // The same for a range of a listed data set, of which it reads little more than that. Errors:
  // also kInput if its bytes differ, or the listing contradicts them.
  void read_listed(const TaskListing& listing, const Sample& sample, const ItemRange& range,
                   std::size_t block, const TakeItems& take) const;

 private:
  class Reading;

  const Card& card_;
  const Probe& probe_;
  std::shared_ptr<Repeated> repeated_;
  std::shared_ptr<const std::vector<bool>> passed_;
};

}  // namespace sonde
