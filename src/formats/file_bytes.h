#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/file_stamp.h"

namespace sonde {

// The whole of a file. Errors: kInput, the file is missing, a folder, unreadable
// or longer than `limit` bytes.
std::string read_file(const std::filesystem::path& file, std::size_t limit);

// An open plain file that is read at any place. Unlike a mapped one it may be cut short
// meanwhile: then less is read. Safe to read from several threads.
class PlainFile {
 public:
  // Errors: kInput, the file is missing, not a plain file or unreadable.
  explicit PlainFile(const std::filesystem::path& file);
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;
  ~PlainFile();

  const std::string& name() const { return name_; }
  int descriptor() const { return handle_; }
  std::uint64_t size() const { return size_; }  // when it was opened
  // How many bytes were read: fewer than asked for only at the file's end.
  std::size_t read(std::uint64_t offset, std::span<char> out) const;

 private:
  std::string name_;
  int handle_;
  std::uint64_t size_;
};

// A file mapped into memory for reading. It must not be cut short meanwhile.
class MappedFile {
 public:
  // Errors: kInput, the file is missing, not a plain file or unreadable.
  explicit MappedFile(const std::filesystem::path& file);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }
  const FileStamp& stamp() const { return stamp_; }  // of what is mapped, whatever its name has now

 private:
  std::span<const std::byte> bytes_;
  FileStamp stamp_;
};

}  // namespace sonde
