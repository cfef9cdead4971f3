#include "formats/file_bytes.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/counted.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::size_t size_of(const OpenFile& file) {
  struct stat facts{};
  if (::fstat(file.descriptor(), &facts) != 0) throw cannot_read(file.path(), errno);
  return static_cast<std::size_t>(facts.st_size);
}

std::string read_all(const OpenFile& file, std::size_t limit) {
  std::string text;
  text.reserve(std::min(size_of(file), limit) + 1);
  std::array<char, 65536> buffer;
  while (const std::size_t got = file.read(buffer)) {
    text.append(buffer.data(), got);
    if (text.size() > limit) {
      throw input_error("is longer than " + counted(limit, "byte"), {file.path().string()},
                        "is this the right file?");
    }
  }
  return text;
}

}  // namespace

std::string read_file(const std::filesystem::path& file, std::size_t limit) {
  return read_all(OpenFile(file), limit);
}

std::string read_file_or_pipe(const std::filesystem::path& file, std::size_t limit) {
  return read_all(OpenFile::or_pipe(file), limit);
}

PlainFile::PlainFile(const std::filesystem::path& file)
    : open_(file), name_(file.string()), size_(size_of(open_)) {}

MappedFile::MappedFile(const std::filesystem::path& file) {
  const OpenFile open(file);
  stamp_ = file_stamp(open.descriptor());
  const std::size_t size = size_of(open);
  if (size == 0) return;
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, open.descriptor(), 0);
  if (start == MAP_FAILED) throw cannot_read(file, errno);
  bytes_ = {static_cast<const std::byte*>(start), size};
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})), stamp_(other.stamp_) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(stamp_, other.stamp_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace sonde
