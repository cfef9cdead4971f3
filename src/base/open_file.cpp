#include "base/open_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace sonde {
namespace {

// Whether the user who named the file can fix it.
bool is_of_the_path(int error) {
  constexpr std::array kOfThePath{ENOENT, ENOTDIR,      EISDIR, EACCES, EPERM,
                                  ELOOP,  ENAMETOOLONG, EINVAL, ENXIO,  EBADF};
  return std::ranges::find(kOfThePath, error) != kOfThePath.end();
}

const char* advice_for(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE:
      return "too many files are open; raise the limit: ulimit -n";
    case EIO:
      return "the disk fails; what lies there may still be sound";
    default:
      return "try again";
  }
}

}  // namespace

Error cannot_read(const std::filesystem::path& file, int error) {
  const std::string what = std::string("cannot be read: ") + std::strerror(error);
  if (!is_of_the_path(error)) return outside_error(what, {file.string()}, advice_for(error));
  return input_error(what, {file.string()}, "check the path and its permissions");
}

void check_plain_file(const std::filesystem::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) throw cannot_read(file, errno);
  if (S_ISREG(status.st_mode)) return;
  if (S_ISDIR(status.st_mode)) {
    throw input_error("is a folder, not a file", {file.string()}, "name a file in it");
  }
  throw input_error("is a pipe or a device, not a file", {file.string()},
                    "write its output to a file, and name that");
}

OpenFile::OpenFile(const std::filesystem::path& file, int flags)
    : path_(file), handle_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | flags)) {
  if (handle_ < 0) throw cannot_read(file, errno);
}

// If another file replaces it meanwhile, O_NONBLOCK prevents waiting for a pipe.
OpenFile::OpenFile(const std::filesystem::path& file)
    : OpenFile((check_plain_file(file), file), O_NONBLOCK | O_NOCTTY) {}

OpenFile OpenFile::or_pipe(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_fifo(file, ignored)) return OpenFile(file);
  return {file, O_NONBLOCK};
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, -1)) {}

OpenFile::~OpenFile() {
  if (handle_ >= 0) ::close(handle_);
}

std::size_t OpenFile::read(std::span<char> out) const {
  for (;;) {
    const ::ssize_t got = ::read(handle_, out.data(), out.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EAGAIN) {  // a pipe, whose writer takes its time
      ::pollfd waiting{handle_, POLLIN, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      throw cannot_read(path_, errno);
    }
  }
}

std::size_t OpenFile::read_at(std::uint64_t offset, std::span<char> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ::ssize_t got =
        ::pread(handle_, out.data() + done, out.size() - done, static_cast<::off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw cannot_read(path_, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::string bytes_between(const std::filesystem::path& file, std::uint64_t begin,
                          std::uint64_t end) {
  std::string bytes(end - begin, '\0');
  bytes.resize(OpenFile(file).read_at(begin, bytes));
  return bytes;
}

}  // namespace sonde
