#include "store/database/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file) {
  throw outside_error(what + ": " + std::strerror(errno), {file.string()},
                      "check the folder's permissions and free space");
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file, Kind kind)
    : fd_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (fd_ < 0) fail("cannot write", file);
  const int operation = kind == Kind::kShared ? LOCK_SH : LOCK_EX;
  while (::flock(fd_, operation) != 0) {
    if (errno == EINTR) continue;
    ::close(fd_);
    fail("cannot lock", file);
  }
}

FileLock::~FileLock() { ::close(fd_); }

}  // namespace sonde
