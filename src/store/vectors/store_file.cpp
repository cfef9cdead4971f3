#include "store/vectors/store_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include "sonde/error.h"
#include "store/database/file_lock.h"
#include "store/database/found_file.h"
#include "store/vectors/stored_vector.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr int kAttempts = 50;
constexpr std::chrono::microseconds kWait(300);  // after the first, longer each time: 0.4 s in all

fs::path with_suffix(fs::path file, const std::string& suffix) { return file += suffix; }

void make_folder_of(const fs::path& file) {
  if (!file.has_parent_path()) return;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    throw outside_error("cannot make the folder: " + error.message(), {file.string()},
                        "choose another place for the store");
  }
}

fs::path free_name(const fs::path& file) {
  for (int n = 1;; ++n) {
    const fs::path name = with_suffix(file, ".damaged-" + std::to_string(n));
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(name, ignored))) return name;
  }
}

// False if there isn't anything to move.
bool move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw outside_error("cannot set the damaged store aside: " + error.message(), {from.string()},
                        "move it away");
  }
  return !error;
}

// Vectors of up to 1,024 numbers fit several to a page.
constexpr std::uintmax_t kPageSize = 16384;

// Whether the file ends within a page and no log has the rest. SQLite would
// read zeros there and find records missing without a word.
bool is_cut(const fs::path& file) {
  std::error_code error;
  if (fs::file_size(with_suffix(file, "-wal"), error) > 0 && !error) return false;
  const auto size = fs::file_size(file, error);
  return !error && size % kPageSize != 0;
}

// Whether a malformed file was a store once: its header shows it, or the schema at the end of its
// first page, among bytes that no text has. All else belongs to others.
bool was_store(const fs::path& file) {
  const std::string_view sql = kStoreSchema.sql;
  const std::string page = first_bytes(file, kPageSize);
  return is_marked(file, kStoreSchema) ||
         (page.find(sql.substr(0, sql.find(';'))) != page.npos && page.find('\0') != page.npos);
}

[[noreturn]] void throw_no_store(const fs::path& file) {
  throw input_error("this is not a vector store", {file.string()},
                    "move it away, or choose another place for the store");
}

void make(Database& database) {
  database.run("PRAGMA page_size=" + std::to_string(kPageSize) + "; PRAGMA journal_mode=WAL;");
  Transaction transaction(database, Transaction::Kind::kWrite);
  create(database, kStoreSchema);
  transaction.commit();
}

std::optional<FileId> id_of(const fs::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return FileId(status.st_dev, status.st_ino);
}

void refuse_foreign_now(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw input_error("this is a folder, not a vector store", {file.string()}, "name a file in it");
  }
  if (!fs::exists(file, ignored)) return;
  if (!fs::is_regular_file(file, ignored)) {
    throw input_error("this is not a plain file", {file.string()},
                      "name another; --store none stores no vectors");
  }
  if (fs::is_empty(file, ignored)) return;
  try {
    Database database(file, Access::kImmutable);
    if (standing_of(database, kStoreSchema) == SchemaStanding::kForeign)
      require_store(database, file);
  } catch (const Malformed&) {
    if (!was_store(file)) throw_no_store(file);
  }
}

}  // namespace

fs::path place_of(const fs::path& store) {
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::absolute(store), error);
  return error ? fs::absolute(store) : place;
}

fs::path lock_of(const fs::path& place) { return with_suffix(place, ".lock"); }

void require_store(Database& database, const fs::path& file) {
  switch (standing_of(database, kStoreSchema)) {
    case SchemaStanding::kOurs:
      return;
    case SchemaStanding::kNewer:
      throw input_error("the vector store was made by a newer version", {file.string()},
                        "update, or choose another place for the store");
    default:
      throw_no_store(file);
  }
}

void refuse_foreign(const fs::path& file) {
  for (int attempt = 1;; ++attempt) {
    const auto seen = id_of(file);
    try {
      return refuse_foreign_now(file);
    } catch (const Error&) {
      // Another process may have set it aside meanwhile.
      if (attempt == kAttempts || id_of(file) == seen) throw;
    }
  }
}

StoreFile::StoreFile(const fs::path& file) : file_(place_of(file)), lock_file_(lock_of(file_)) {
  make_folder_of(file_);
  refuse_foreign(file_);
  use([](Database&) {});
}

StoreFile::~StoreFile() {
  try {
    // The last to leave writes the log into the file, under its name.
    const FileLock lock(lock_file_, FileLock::Kind::kShared);
    database_.reset();
  } catch (const std::exception&) {
  }
}

bool StoreFile::is_open() const { return database_ != nullptr && id_of(file_) == opened_; }

void StoreFile::use(const Work& work) {
  for (int attempt = 1; attempt <= kAttempts; ++attempt) {
    try {
      if (try_use(work)) return;
      make_or_mend();
    } catch (const Error& error) {
      // Another process may be removing the file or its log, or remaking them, even under the same
      // inode. This is undetectable, so it tries again until the last attempt.
      const bool may_pass =
          error.kind() == ErrorKind::kOutside || error.kind() == ErrorKind::kInput;
      if (attempt == kAttempts || !may_pass) throw;
      database_.reset();
      std::this_thread::sleep_for(attempt * kWait);
    }
  }
  throw outside_error("the store is malformed again after it was made again", {file_.string()},
                      "check the disk");
}

// False if the file doesn't exist yet, or is empty.
bool StoreFile::open_existing() {
  database_.reset();
  opened_ = id_of(file_);
  if (!opened_) return false;
  auto database = std::make_unique<Database>(file_, Access::kShared);
  if (standing_of(*database, kStoreSchema) == SchemaStanding::kEmpty) return false;
  require_store(*database, file_);
  if (is_cut(file_)) throw Malformed("the file ends within a page");
  if (!database->writable()) {
    if (::access(file_.c_str(), W_OK) == 0) throw Malformed("the header forbids writing");
    throw outside_error("the vector store is read-only", {file_.string()},
                        "change its permissions or choose another place");
  }
  database_ = std::move(database);
  return true;
}

bool StoreFile::try_use(const Work& work) {
  const FileLock lock(lock_file_, FileLock::Kind::kShared);
  malformed_.reset();
  try {
    if (!is_open() && !open_existing()) return false;
    work(*database_);
    return true;
  } catch (const Malformed&) {
    malformed_ = opened_;
    database_.reset();
    return false;
  }
}

void StoreFile::make_or_mend() {
  const FileLock lock(lock_file_, FileLock::Kind::kExclusive);
  // Another process may have repaired it meanwhile.
  const bool mend = malformed_ && id_of(file_) == malformed_;
  if (mend && !was_store(file_)) throw_no_store(file_);
  if (mend) set_aside();
  try {
    Database database(file_, Access::kShared);
    if (standing_of(database, kStoreSchema) == SchemaStanding::kEmpty) make(database);
    if (mend) damage_.records += salvage(damage_.set_aside, database);
  } catch (const Malformed&) {  // the next attempt meets it
  }
}

void StoreFile::set_aside() {
  const fs::path name = free_name(file_);
  move_file(file_, name);
  // The log belongs to that file: next to a new one it would be played into it.
  for (const char* log : {"-wal", "-journal"}) {
    move_file(with_suffix(file_, log), with_suffix(name, log));
  }
  std::error_code ignored;
  fs::remove(with_suffix(file_, "-shm"), ignored);
  damage_.rebuilt = true;
  damage_.set_aside = name;
}

}  // namespace sonde
