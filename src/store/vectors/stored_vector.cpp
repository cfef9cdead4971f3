#include "store/vectors/stored_vector.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

namespace sonde {

const Schema kStoreSchema{
    0x736e7600,  // "snv"
    1, 1,
    "CREATE TABLE vectors(id INTEGER PRIMARY KEY, view INTEGER NOT NULL, text BLOB NOT NULL, "
    "checksum BLOB NOT NULL, tokens INTEGER NOT NULL, kept INTEGER NOT NULL, "
    "unknown INTEGER NOT NULL, undefined INTEGER NOT NULL, vector BLOB NOT NULL);\n"
    "CREATE TABLE views(id INTEGER PRIMARY KEY, what TEXT NOT NULL, numerics TEXT NOT NULL, "
    "name TEXT NOT NULL);\n"
    "CREATE UNIQUE INDEX vectors_key ON vectors(view, text);\n"
    "CREATE UNIQUE INDEX views_key ON views(what, numerics);\n"};

Digest view_key(std::string_view what, std::string_view numerics) {
  return digest_of("view 1", what, numerics);
}

namespace {

static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4);

constexpr char kSparse = 's';  // no dense record has such a length

template <class T>
void append(const std::vector<T>& values, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <class T>
std::vector<T> take(std::size_t count, std::string_view& bytes) {
  std::vector<T> values(count);
  std::ranges::copy(bytes.substr(0, count * sizeof(T)), reinterpret_cast<char*>(values.data()));
  bytes.remove_prefix(count * sizeof(T));
  return values;
}

bool unpack_sparse(std::string_view bytes, std::span<float> out) {
  if (take<std::uint32_t>(1, bytes).front() != out.size()) return false;
  const std::size_t count = bytes.size() / (sizeof(std::uint32_t) + sizeof(float));
  const auto places = take<std::uint32_t>(count, bytes);
  const auto numbers = take<float>(count, bytes);
  if (std::ranges::any_of(places, [&](std::uint32_t place) { return place >= out.size(); })) {
    return false;
  }
  std::ranges::fill(out, 0.0F);
  for (std::size_t i = 0; i < count; ++i) out[places[i]] = numbers[i];
  return true;
}

std::string_view bytes_of(const Checksum& checksum) { return {checksum.data(), checksum.size()}; }

Checksum checksum_of(const Digest& view, const StoredVector& record) {
  const auto& [tokens, kept, unknown, undefined] = record.remark;
  const std::array<std::uint64_t, 6> numbers = {
      record.text.size(), tokens, kept, unknown, undefined, record.vector.size()};
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  const auto add = [&](const auto& bytes) {
    XXH3_128bits_update(&state, bytes.data(), std::span(bytes).size_bytes());
  };
  add(view.bytes);
  add(numbers);  // little-endian, as the vectors
  add(record.text);
  add(record.vector);
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state));
  return std::bit_cast<Checksum>(canonical.digest);
}

// The checksum in stores of the first versions: they cost the user time, or money, and stay.
bool has_sha256(std::string_view checksum, const Digest& view, const StoredVector& record) {
  const auto& [tokens, kept, unknown, undefined] = record.remark;
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  return digest_of(view, record.text, number(tokens), number(kept), number(unknown),
                   number(undefined), record.vector)
             .short_key() == checksum;
}

}  // namespace

std::string packed(std::span<const float> vector) {
  std::vector<std::uint32_t> places;
  std::vector<float> numbers;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(vector[i]) == 0) continue;  // -0 is not 0 here
    places.push_back(static_cast<std::uint32_t>(i));
    numbers.push_back(vector[i]);
  }
  std::string bytes;
  if (5 + 8 * numbers.size() < 2 * vector.size()) {
    bytes += kSparse;
    append(std::vector{static_cast<std::uint32_t>(vector.size())}, bytes);
    append(places, bytes);
    append(numbers, bytes);
  } else {
    bytes.assign(reinterpret_cast<const char*>(vector.data()), vector.size_bytes());
  }
  return bytes;
}

bool unpack(std::string_view bytes, std::span<float> out) {
  if (bytes.size() % 8 == 5 && bytes.front() == kSparse) return unpack_sparse(bytes.substr(1), out);
  if (bytes.size() != out.size_bytes()) return false;
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return true;
}

std::optional<StoredVector> sound_record(const Statement& row, int first, const Digest& view,
                                         std::string_view text) {
  try {
    const auto number = [&](int column) {
      return static_cast<std::uint32_t>(row.integer(first + column));
    };
    const StoredVector record{
        text, {number(1), number(2), number(3), number(4) != 0}, row.blob(first + 5)};
    const std::string_view checksum = row.blob(first);
    const bool sound =
        checksum == bytes_of(checksum_of(view, record)) || has_sha256(checksum, view, record);
    if (sound) return record;
  } catch (const Malformed&) {  // a column of another type
  }
  return std::nullopt;
}

RecordWriter::RecordWriter(Database& database)
    : add_view_(database,
                "INSERT INTO views(what, numerics, name) VALUES(?, ?, ?) "
                "ON CONFLICT(what, numerics) DO UPDATE SET name = excluded.name RETURNING id"),
      add_record_(database,
                  "INSERT INTO vectors"
                  "(view, text, checksum, tokens, kept, unknown, undefined, vector) "
                  "VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(view, text) DO UPDATE SET "
                  "checksum = excluded.checksum, tokens = excluded.tokens, kept = excluded.kept, "
                  "unknown = excluded.unknown, undefined = excluded.undefined, "
                  "vector = excluded.vector"),
      find_record_(database, "SELECT checksum FROM vectors WHERE view = ? AND text = ?") {}

std::int64_t RecordWriter::view(std::string_view what, std::string_view numerics,
                                std::string_view name) {
  add_view_.bind_text(1, what).bind_text(2, numerics).bind_text(3, name);
  if (!add_view_.step()) throw Malformed("a view was not kept");
  const std::int64_t id = add_view_.integer(0);
  add_view_.reset();
  return id;
}

void RecordWriter::write(std::int64_t view, const Digest& key, const StoredVector& record) {
  const Checksum checksum = checksum_of(key, record);
  add_record_.bind(1, view)
      .bind_blob(2, record.text)
      .bind_blob(3, bytes_of(checksum))
      .bind(4, record.remark.tokens)
      .bind(5, record.remark.kept)
      .bind(6, record.remark.unknown)
      .bind(7, record.remark.undefined ? 1 : 0)
      .bind_blob(8, record.vector)
      .run();
  const auto [at, is_new] = written_.insert_or_assign({view, std::string(record.text)}, checksum);
  if (is_new) in_order_.push_back(&*at);
}

void RecordWriter::verify() {
  for (const auto* written : in_order_) {
    find_record_.bind(1, written->first.first).bind_blob(2, written->first.second);
    if (!find_record_.step() || find_record_.blob(0) != bytes_of(written->second)) {
      throw Malformed("a record that was written is not found");
    }
    find_record_.reset();
  }
}

void RecordWriter::forget() {
  in_order_.clear();
  written_.clear();
}

}  // namespace sonde
