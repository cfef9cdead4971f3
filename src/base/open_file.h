#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "sonde/error.h"

namespace sonde {

// Explains why the file cannot be read, by a value of errno: kInput if its path or permissions are
// at fault, kOutside if the disk or the system is.
Error cannot_read(const std::filesystem::path& file, int error);

// Call it before opening a file, which may block. For files that are read more than once, or at any
// place. Errors: kInput if the file is missing, a folder, a pipe or a device. kOutside.
void check_plain_file(const std::filesystem::path& file);

// A file that is open for reading.
class OpenFile {
 public:
  // Errors: those of check_plain_file() and cannot_read().
  explicit OpenFile(const std::filesystem::path& file);
  // Also accepts a pipe, for a single read. It doesn't wait for a writer to open the other end: the
  // pipe is then empty.
  static OpenFile or_pipe(const std::filesystem::path& file);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();

  int descriptor() const { return handle_; }
  const std::filesystem::path& path() const { return path_; }
  // The next bytes, none at the end. Errors: those of cannot_read().
  std::size_t read(std::span<char> out) const;
  // The bytes at a place: fewer than requested only at the file's end.
  std::size_t read_at(std::uint64_t offset, std::span<char> out) const;

 private:
  OpenFile(const std::filesystem::path& file, int flags);

  std::filesystem::path path_;
  int handle_;
};

// The bytes of a file from `begin` to `end`, fewer if it ends before. Errors: those of OpenFile.
std::string bytes_between(const std::filesystem::path& file, std::uint64_t begin,
                          std::uint64_t end);

}  // namespace sonde
