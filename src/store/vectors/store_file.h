#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "store/database/sqlite.h"
#include "store/vectors/vector_store.h"

namespace sonde {

using FileId = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

// The store as a file: opened, made, and repaired if it is malformed.
//
// A lock file next to it is held shared during each use and alone while the file is made or
// replaced. So none is replaced under a reader, and each use sees by device and inode whether
// another process has replaced it.
class StoreFile {
 public:
  using Work = std::function<void(Database&)>;
  explicit StoreFile(const std::filesystem::path& file);
  ~StoreFile();
  StoreFile(const StoreFile&) = delete;
  StoreFile& operator=(const StoreFile&) = delete;

  // Calls the work. If that finds the file malformed, repairs it and calls it again.
  void use(const Work& work);
  StoreDamage& damage() { return damage_; }
  const StoreDamage& damage() const { return damage_; }

 private:
  bool is_open() const;
  bool open_existing();
  bool try_use(const Work& work);
  void make_or_mend();
  void set_aside();

  std::filesystem::path file_;
  std::filesystem::path lock_file_;
  std::unique_ptr<Database> database_;
  std::optional<FileId> opened_;
  std::optional<FileId> malformed_;
  StoreDamage damage_;
};

// The real place of the file: users of another link must meet the same lock.
std::filesystem::path place_of(const std::filesystem::path& store);
// The lock file next to that place.
std::filesystem::path lock_of(const std::filesystem::path& place);

// Errors: kInput unless the database is a store of this schema.
void require_store(Database& database, const std::filesystem::path& file);

// Call it before making a lock there. Errors: kInput for a folder, and what never was a store.
void refuse_foreign(const std::filesystem::path& file);

}  // namespace sonde
