#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "sonde/dataset.h"
#include "sonde/digest.h"

namespace sonde {

// The start of a record in its file: how much comes before it.
struct RecordPlace {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::uint64_t records = 0;
  bool operator==(const RecordPlace&) const = default;
};

// Records side by side in a file, which can be read without what comes before them.
struct Stretch {
  RecordPlace begin;
  std::uint64_t end = 0;  // in bytes
  Digest digest;          // for its bytes
};

// A stretch ends with the first record that fills it.
inline constexpr std::uint64_t kStretchBytes = std::uint64_t{1} << 16;
inline constexpr std::uint64_t kMostStretchBytes = std::uint64_t{1} << 22;

// Like read_records(), with the start of each record and of the next one. Returns whether they may
// be read in stretches: for JSON lines, the first must have all keys. Not for WordNet, nor for a
// card with labels from further files.
bool read_placed_records(
    const Card& card, std::span<const Field> fields,
    const std::function<void(Record&&, const RecordPlace& begin, const RecordPlace& end)>& take);

// Reads the records of adjacent stretches. Of the rest of the file it reads only the names of the
// columns. Errors: as read_records(), and kInput if the bytes differ.
void read_stretches(const Card& card, std::span<const Field> fields,
                    std::span<const Stretch> stretches, const std::function<void(Record&&)>& take);

// Like dataset_digest(), for a card without further files whose data file's digest is known.
Digest dataset_digest_with(const Card& card, const Digest& of_file);

// The data set has changed since the listing was made.
[[noreturn]] void throw_changed_since_listed(const Card& card);

}  // namespace sonde
