#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/file_stamp.h"
#include "base/open_file.h"

namespace sonde {

// The whole of a file. Errors: kInput if the file is missing, unreadable, longer than `limit`
// bytes, or a folder, a pipe or a device, kOutside if the disk cannot read it.
std::string read_file(const std::filesystem::path& file, std::size_t limit);

// The same, also for a pipe, such as a shell makes of <(COMMAND): for a single read. A pipe without
// a writer is empty.
std::string read_file_or_pipe(const std::filesystem::path& file, std::size_t limit);

// An open plain file that is read at any place. Unlike a mapped one it may be cut short
// meanwhile: then less is read. Safe to read from several threads.
class PlainFile {
 public:
  // Errors: those of OpenFile.
  explicit PlainFile(const std::filesystem::path& file);

  const std::string& name() const { return name_; }
  int descriptor() const { return open_.descriptor(); }
  std::uint64_t size() const { return size_; }  // when it was opened
  // How many bytes were read: fewer than requested only at the file's end.
  std::size_t read(std::uint64_t offset, std::span<char> out) const {
    return open_.read_at(offset, out);
  }

 private:
  OpenFile open_;
  std::string name_;
  std::uint64_t size_;
};

// A file mapped into memory for reading. It must not be cut short meanwhile.
class MappedFile {
 public:
  // Errors: those of OpenFile.
  explicit MappedFile(const std::filesystem::path& file);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }
  // For the mapped file, whatever its name has now.
  const FileStamp& stamp() const { return stamp_; }

 private:
  std::span<const std::byte> bytes_;
  FileStamp stamp_;
};

}  // namespace sonde
