#include "store/found_file.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

// The application id in the header of an SQLite file; nothing where it is none.
std::optional<std::uint32_t> application_id(const fs::path& file) {
  constexpr std::size_t kPlace = 68;  // big-endian
  std::array<char, kPlace + 4> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), head.size());
  if (!in || std::string_view(head.data(), kMagic.size()) != kMagic) return std::nullopt;
  std::uint32_t id = 0;
  for (std::size_t i = kPlace; i < head.size(); ++i) {
    id = id << 8 | static_cast<unsigned char>(head[i]);
  }
  return id;
}

// Whether there is no more than the first words of a database: it was never finished.
bool only_begins(const fs::path& file) {
  std::array<char, kMagic.size() + 1> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), head.size());
  return kMagic.starts_with({head.data(), static_cast<std::size_t>(in.gcount())});
}

// With its log, which alone may hold the tables yet.
bool is_ours(const fs::path& file, const Schema& schema) {
  try {
    Database database(file, Access::kShared);
    return standing_of(database, schema) == Standing::kOurs;
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

bool may_be_replaced(const fs::path& file, const Schema& schema) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return true;
  if (!fs::is_regular_file(file, ignored)) return false;
  if (fs::is_empty(file, ignored)) return true;
  try {
    Database database(file, Access::kImmutable);
    const Standing standing = standing_of(database, schema);
    return standing == Standing::kOurs || standing == Standing::kEmpty;
  } catch (const Malformed&) {
    return is_marked(file, schema) || only_begins(file);
  } catch (const Error&) {  // nobody can tell
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
  if (there && may_be_replaced(file, schema) && is_ours(file, schema)) remove_database(file);
}

}  // namespace sonde
