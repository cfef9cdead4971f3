#include "formats/file_bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

Error cannot_read(const std::filesystem::path& file, int error) {
  return input_error(std::string("cannot be read: ") + std::strerror(error), {file.string()},
                     "check the path and its permissions");
}

// An open file with what the system says of it.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& file)
      : handle_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (handle_ < 0) throw cannot_read(file, errno);
    if (::fstat(handle_, &facts_) != 0) fail(file);
    if (S_ISDIR(facts_.st_mode)) {
      ::close(handle_);
      throw input_error("is a folder, not a file", {file.string()}, "name a file in it");
    }
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (handle_ >= 0) ::close(handle_);
  }

  int handle() const { return handle_; }
  int release() { return std::exchange(handle_, -1); }
  bool plain() const { return S_ISREG(facts_.st_mode); }
  std::size_t size() const { return static_cast<std::size_t>(facts_.st_size); }

 private:
  [[noreturn]] void fail(const std::filesystem::path& file) {
    const int error = errno;
    ::close(handle_);
    throw cannot_read(file, error);
  }

  int handle_;
  struct stat facts_ {};
};

}  // namespace

std::string read_file(const std::filesystem::path& file, std::size_t limit) {
  const OpenFile open(file);
  std::string text;
  if (open.plain()) text.reserve(std::min(open.size(), limit) + 1);
  std::array<char, 65536> buffer;
  for (;;) {
    const ::ssize_t got = ::read(open.handle(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw cannot_read(file, errno);
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > limit) {
      throw input_error("is longer than " + std::to_string(limit) + " bytes", {file.string()},
                        "is this the right file?");
    }
  }
}

PlainFile::PlainFile(const std::filesystem::path& file) : name_(file.string()) {
  check_plain_file(file);
  OpenFile open(file);
  size_ = open.size();
  handle_ = open.release();
}

PlainFile::~PlainFile() { ::close(handle_); }

std::size_t PlainFile::read(std::uint64_t offset, std::span<char> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ::ssize_t got =
        ::pread(handle_, out.data() + done, out.size() - done, static_cast<::off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw cannot_read(name_, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

MappedFile::MappedFile(const std::filesystem::path& file) {
  check_plain_file(file);
  const OpenFile open(file);
  stamp_ = file_stamp(open.handle());
  if (open.size() == 0) return;
  void* start = ::mmap(nullptr, open.size(), PROT_READ, MAP_PRIVATE, open.handle(), 0);
  if (start == MAP_FAILED) throw cannot_read(file, errno);
  bytes_ = {static_cast<const std::byte*>(start), open.size()};
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
