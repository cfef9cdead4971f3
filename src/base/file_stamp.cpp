#include "base/file_stamp.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>

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
  struct stat status{};
  return ::stat(file.c_str(), &status) == 0 ? stamp_of(status) : FileStamp{};
}

FileStamp file_stamp(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 ? stamp_of(status) : FileStamp{};
}

bool is_settled(const FileStamp& stamp, std::chrono::system_clock::time_point now) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return std::chrono::system_clock::to_time_t(now) -
             std::max(stamp.modified, stamp.changed) / kSecond >
         2;
}

}  // namespace sonde
