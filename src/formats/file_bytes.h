#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace sonde {

// The whole of a file. Errors: kInput, the file is missing, a folder, unreadable
// or longer than `limit` bytes.
std::string read_file(const std::filesystem::path& file, std::size_t limit);

// A file mapped into memory for reading. It must not be cut short meanwhile.
class MappedFile {
 public:
  // Errors: kInput, the file is missing, not a plain file or unreadable.
  explicit MappedFile(const std::filesystem::path& file);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace sonde
