#include "store/parts/listing_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <utility>

#include "sonde/error.h"
#include "store/database/found_file.h"
#include "store/runs/parts_file.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// A stretch as it is stored: five numbers and the digest, little-endian. It ends at the start of
// the next one, or of the file's end.
constexpr std::size_t kNumbers = 5;
constexpr std::size_t kStretchSize = kNumbers * sizeof(std::uint64_t) + sizeof(Digest);
constexpr std::size_t kRepeatedSize = sizeof(std::uint64_t) + sizeof(std::uint32_t);
static_assert(sizeof(Digest) == 32);

std::string stretch_bytes(std::span<const ListedStretch> stretches) {
  std::string bytes;
  for (const auto& one : stretches) {
    const std::array numbers{one.begin.bytes, one.begin.lines, one.begin.records, one.items,
                             one.rows};
    bytes.append(reinterpret_cast<const char*>(numbers.data()), sizeof(numbers));
    bytes.append(reinterpret_cast<const char*>(one.digest.bytes.data()), sizeof(Digest));
  }
  return bytes;
}

std::vector<ListedStretch> stretches_from(const std::string& bytes) {
  require(!bytes.empty() && bytes.size() % kStretchSize == 0 &&
              bytes.size() <= kStretchesInBlock * kStretchSize,
          "a block of stretches has another length");
  std::vector<ListedStretch> stretches(bytes.size() / kStretchSize);
  const char* at = bytes.data();
  for (auto& one : stretches) {
    std::array<std::uint64_t, kNumbers> numbers;
    std::memcpy(numbers.data(), at, sizeof(numbers));
    one.begin = {numbers[0], numbers[1], numbers[2]};
    one.items = numbers[3];
    one.rows = numbers[4];
    std::memcpy(one.digest.bytes.data(), at + sizeof(numbers), sizeof(Digest));
    at += kStretchSize;
  }
  return stretches;
}

std::string repeated_bytes(std::span<const RepeatedRecord> repeated) {
  std::string bytes;
  for (const auto& [record, before] : repeated) {
    bytes.append(reinterpret_cast<const char*>(&record), sizeof(record));
    bytes.append(reinterpret_cast<const char*>(&before), sizeof(before));
  }
  return bytes;
}

std::vector<RepeatedRecord> repeated_from(const std::string& bytes) {
  require(bytes.size() % kRepeatedSize == 0, "a list of repeated records has another length");
  std::vector<RepeatedRecord> repeated(bytes.size() / kRepeatedSize);
  const char* at = bytes.data();
  for (auto& [record, before] : repeated) {
    std::memcpy(&record, at, sizeof(record));
    std::memcpy(&before, at + sizeof(record), sizeof(before));
    at += kRepeatedSize;
  }
  return repeated;
}

bool may_precede(const ListedStretch& one, const ListedStretch& next) {
  return one.begin.lines <= next.begin.lines && one.begin.records <= next.begin.records &&
         one.items <= next.items && one.rows <= next.rows;
}

// Fills in the end of each. They must match a possible reading.
void close_stretches(std::vector<ListedStretch>& all, const ListedData& data) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    ListedStretch& one = all[i];
    const bool last = i + 1 == all.size();
    one.end = last ? data.size : all[i + 1].begin.bytes;
    require(one.begin.bytes < one.end && one.end - one.begin.bytes <= kMostStretchBytes,
            "a stretch has no length");
    if (last) continue;
    require(may_precede(one, all[i + 1]), "stretches go backwards");
  }
  const ListedStretch &first = all.front(), &last = all.back();
  require(first.begin.records == 0 && first.items == 0 && first.rows == 0,
          "the first stretch has something before it");
  require(last.items <= data.items && last.rows <= data.whole_rows,
          "a stretch is behind all items");
}

void require_a_listing(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored) || !std::ifstream(file).is_open()) {
    throw input_error("cannot read the listing", {file.string()},
                      "check that it exists and is readable; `sonde run --listing` without --part "
                      "makes one");
  }
  if (is_marked(file, kListingSchema)) return;
  throw input_error("this is not a listing of data sets", {file.string()},
                    "name a file that `sonde run --listing` made");
}

}  // namespace

// Parts as in a run file: kind `head`, and for each data set in stretches, blocks of `stretches`
// and `repeated`.
const Schema kListingSchema{0x736e6c00,  // "snl"
                            1, 1, kRunSchema.sql};

struct ListingWriter::Open {
  explicit Open(const fs::path& file) : parts(file, kListingSchema) {}
  PartsWriter parts;
};

ListingWriter::ListingWriter(const fs::path& file) : open_(std::make_unique<Open>(file)) {}
ListingWriter::~ListingWriter() = default;

void ListingWriter::add(std::uint32_t data, std::uint64_t number, const StretchBlock& block) {
  open_->parts.add_bytes({"stretches", data, 0, 0, number}, stretch_bytes(block.stretches));
  open_->parts.add_bytes({"repeated", data, 0, 0, number}, repeated_bytes(block.repeated));
}

void ListingWriter::finish(const ListingHead& head) {
  open_->parts.add_json({"head"}, to_json(head));
  open_->parts.finish();
}

struct ListingFile::Open {
  explicit Open(const fs::path& file) : parts(file, kListingSchema) {}
  PartsReader parts;
};

// Malformed data that the work finds are an error of the file.
template <class Work>
auto ListingFile::reading(const Work& work) const {
  const std::scoped_lock lock(turn_);
  try {
    return work();
  } catch (const Malformed& malformed) {
    throw input_error("the listing is damaged: " + std::string(malformed.what()), {file_.string()},
                      "remove it and make it again");
  }
}

ListingFile::ListingFile(fs::path file) : file_(std::move(file)) {
  require_a_listing(file_);
  reading([&] {
    open_ = std::make_unique<Open>(file_);
    const auto standing = open_->parts.standing();
    if (standing == SchemaStanding::kNewer) {
      throw input_error("the listing was made by a newer version", {file_.string()},
                        "update, or make it again");
    }
    require(standing == SchemaStanding::kOurs, "its tables are others");
    head_ = listing_head_from_json(open_->parts.body({"head"}));
  });
}

ListingFile::~ListingFile() = default;

StretchBlock ListingFile::block(std::uint32_t data, std::uint64_t number) const {
  return reading([&] {
    return StretchBlock{stretches_from(open_->parts.body({"stretches", data, 0, 0, number})),
                        repeated_from(open_->parts.body({"repeated", data, 0, 0, number}))};
  });
}

std::vector<ListedStretch> ListingFile::stretches(std::uint32_t data) const {
  return reading([&] {
    require(data < head_.data.size(), "a data set is missing");
    const ListedData& of = head_.data[data];
    std::vector<ListedStretch> all;
    for (std::uint64_t number = 0; number < of.blocks(); ++number) {
      for (auto& one : stretches_from(open_->parts.body({"stretches", data, 0, 0, number}))) {
        all.push_back(std::move(one));
      }
      require(all.size() == std::min((number + 1) * kStretchesInBlock, of.stretches),
              "stretches are missing");
    }
    require(!all.empty(), "stretches are missing");
    close_stretches(all, of);
    return all;
  });
}

}  // namespace sonde
