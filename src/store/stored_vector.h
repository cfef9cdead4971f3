#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "sonde/digest.h"
#include "sonde/subject.h"
#include "store/schema.h"

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

// Of a record and its place; not safe to share between threads.
class Checksum {
 public:
  // 16 bytes, valid until the next call.
  std::string_view of(const Digest& view, const StoredVector& record);

 private:
  Hasher hasher_;
  Digest digest_;
};

// Reads the record of a row whose columns from `first` on are checksum ... vector;
// nothing where it is damaged.
std::optional<StoredVector> sound_record(const Statement& row, int first, const Digest& view,
                                         std::string_view text, Checksum& checksum);

// Writes records into an open store; call within a transaction.
class RecordWriter {
 public:
  explicit RecordWriter(Database& database);
  // The number of a view, made where missing.
  std::int64_t view(std::string_view what, std::string_view numerics, std::string_view name);
  void write(std::int64_t view, const Digest& key, const StoredVector& record);

 private:
  Statement add_view_;
  Statement add_record_;
  Checksum checksum_;
};

// Copies every sound record of the file into the open store, as far as the
// file can be read; returns how many records had a wrong checksum.
std::uint64_t salvage(const std::filesystem::path& from, Database& into);

}  // namespace sonde
