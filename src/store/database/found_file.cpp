#include "store/database/found_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/open_file.h"
#include "base/output_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// The application id in the header of an SQLite file. Nothing for any other file.
std::optional<std::uint32_t> application_id(const fs::path& file) {
  const std::string head = first_bytes(file, kFamilyAt + 4);  // big-endian
  if (head.size() < kFamilyAt + 4 || !head.starts_with(kDatabaseHead)) return std::nullopt;
  std::uint32_t id = 0;
  for (std::size_t i = kFamilyAt; i < head.size(); ++i) {
    id = id << 8 | static_cast<unsigned char>(head[i]);
  }
  return id;
}

// Whether there is no more than the first words of a database: it was never finished.
bool only_begins(const fs::path& file) {
  return kDatabaseHead.starts_with(first_bytes(file, kDatabaseHead.size() + 1));
}

// Reads its log too, which alone may hold the tables yet.
bool is_ours(const fs::path& file, const Schema& schema) {
  try {
    Database database(file, Access::kShared);
    return standing_of(database, schema) == SchemaStanding::kOurs;
  } catch (const std::exception&) {
    return is_marked(file, schema);
  }
}

}  // namespace

bool is_marked(const fs::path& file, const Schema& schema) {
  const auto id = application_id(file);
  const auto family = static_cast<std::uint32_t>(schema.family);
  return id && *id >= family && *id < family + 256;
}

bool is_marked_or_empty(const fs::path& file, const Schema& schema) {
  std::error_code error;
  return fs::is_regular_file(file, error) && (fs::is_empty(file, error) || is_marked(file, schema));
}

std::string first_bytes(const fs::path& file, std::size_t count) {
  return bytes_between(file, 0, count);
}

bool may_be_replaced(const fs::path& file, const Schema& schema) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return true;
  if (!fs::is_regular_file(file, ignored)) return false;
  if (fs::is_empty(file, ignored)) return true;
  try {
    Database database(file, Access::kImmutable);
    const SchemaStanding standing = standing_of(database, schema);
    return standing == SchemaStanding::kOurs || standing == SchemaStanding::kEmpty;
  } catch (const Malformed&) {
    return is_marked(file, schema) || only_begins(file);
  } catch (const Error&) {  // undecidable
    return false;
  }
}

void remove_database(const fs::path& file) {
  std::error_code ignored;
  // The file last: while it is there, the next run finds that something was left.
  for (const char* suffix : {".lock", "-wal", "-shm", "-journal", ""}) {
    fs::remove(fs::path(file.string() + suffix), ignored);
  }
}

void remove_if_ours(const fs::path& file, const Schema& schema) {
  std::error_code error;
  const bool there = fs::exists(file, error) && !fs::is_empty(file, error);
  try {
    if (there && may_be_replaced(file, schema) && is_ours(file, schema)) remove_database(file);
  } catch (const Error&) {  // left if its owner is unknown
  }
}

}  // namespace sonde
