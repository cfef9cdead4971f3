#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "sonde/dataset.h"
#include "sonde/digest.h"
#include "sonde/item.h"
#include "sonde/probe.h"
#include "sonde/run.h"

namespace sonde {

// Which items a limit keeps: those whose hash is at most `last`.
struct Sample {
  std::uint64_t seed = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  bool keeps(const Digest& digest) const;
};

struct ItemCounts {
  std::uint64_t items = 0;
  std::uint64_t rows = 0;
  std::uint64_t texts = 0;
  std::uint64_t whole_items = 0;
  std::uint64_t whole_rows = 0;
  // Records of the sample that are no items, by reason.
  std::map<std::string, std::uint64_t> left_out;
  Digest digests;  // of the items' digests, in order
  bool operator==(const ItemCounts&) const = default;
};

using TakeItems = std::function<void(std::span<const Item>, std::span<const Digest>)>;

// Reads a data set's items through a probe, in blocks, in order: as often as is
// asked for, each time from the file.
class ItemStream {
 public:
  ItemStream(const Card& card, const Probe& probe) : card_(card), probe_(probe) {}

  // The sample that a limit means on this data set.
  Sample sample(const Limit& limit, std::uint64_t seed) const;
  // Gives the items of a sample in blocks of at most `block` items.
  ItemCounts read(const Sample& sample, std::size_t block, const TakeItems& take) const;

 private:
  const Card& card_;
  const Probe& probe_;
};

}  // namespace sonde
