#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sonde/digest.h"
#include "sonde/subject.h"
#include "store/database/schema.h"

namespace sonde {

extern const Schema kStoreSchema;

// A record of the table `vectors`.
struct StoredVector {
  std::string_view text;  // key, 16 bytes
  Remark remark;
  std::string_view vector;  // f32, little-endian
};

// The digest of a view's `what` and `numerics`.
Digest view_key(std::string_view what, std::string_view numerics);

// The checksum of a record and its place: XXH3 of 128 bits. It detects damage, not forgery: anyone
// who can write the file can write any checksum.
using Checksum = std::array<char, 16>;

// Reads the record of a row whose columns from `first` on are checksum ... vector. Nothing if it is
// damaged.
std::optional<StoredVector> sound_record(const Statement& row, int first, const Digest& view,
                                         std::string_view text);

// Writes records into an open store. Call it within a transaction.
class RecordWriter {
 public:
  explicit RecordWriter(Database& database);
  // The number of a view, made if missing.
  std::int64_t view(std::string_view what, std::string_view numerics, std::string_view name);
  void write(std::int64_t view, const Digest& key, const StoredVector& record);
  // Looks up the written records. Errors: Malformed if the index leads elsewhere: a damaged one can
  // lose records without a sign.
  void verify();
  void forget();  // clears verify()'s list

 private:
  using Place = std::pair<std::int64_t, std::string>;  // view, text

  Statement add_view_;
  Statement add_record_;
  Statement find_record_;
  std::map<Place, Checksum> written_;
  std::vector<const std::pair<const Place, Checksum>*> in_order_;  // in page order
};

// Copies every sound record of the file into the open store, as far as the file can be read.
// Returns how many records had a wrong checksum.
std::uint64_t salvage(const std::filesystem::path& from, Database& into);

}  // namespace sonde
