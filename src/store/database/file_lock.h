#pragma once

#include <filesystem>

namespace sonde {

// Holds a lock file (made if missing, never removed) against other processes and other holders in
// this one. It waits for them. Errors: kOutside.
class FileLock {
 public:
  enum class Kind { kShared, kExclusive };
  FileLock(const std::filesystem::path& file, Kind kind);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

}  // namespace sonde
