#include "base/file_stamp.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

std::int64_t nanoseconds(const struct timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileStamp stamp_of(const struct stat& s) {
  return {s.st_dev, s.st_ino, static_cast<std::uint64_t>(s.st_size), nanoseconds(s.st_mtim),
          nanoseconds(s.st_ctim)};
}

}  // namespace

FileStamp file_stamp(const std::filesystem::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? stamp_of(status) : FileStamp{};
}

FileStamp file_stamp(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? stamp_of(status) : FileStamp{};
}

void check_plain_file(const std::filesystem::path& file) {
  struct stat status {};
  const auto error = [&](const std::string& what, const char* advice) {
    return input_error(what, {file.string()}, advice);
  };
  if (::stat(file.c_str(), &status) != 0) {
    throw error(std::string("cannot be read: ") + std::strerror(errno),
                "check the path and its permissions");
  }
  if (S_ISDIR(status.st_mode)) throw error("is a folder, not a file", "name a file in it");
  if (S_ISREG(status.st_mode)) return;
  throw error("is a pipe or a device, not a file",
              "write the data to a file: they are read more than once");
}

bool is_settled(const FileStamp& stamp) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::int64_t>(now.tv_sec) - std::max(stamp.modified, stamp.changed) / kSecond >
         2;
}

}  // namespace sonde
