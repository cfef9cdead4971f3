#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace sonde {

// Distinguishes a file's content without reading it. A file that is replaced or rewritten, in place
// too, gets another stamp.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds
  std::int64_t changed = 0;   // nanoseconds, also by a new name or owner

  bool operator==(const FileStamp&) const = default;
};

// All zeros if the file does not exist. Links are followed.
FileStamp file_stamp(const std::filesystem::path& file);
FileStamp file_stamp(int descriptor);

// A file, and its stamp from when it was opened, or before.
struct StampedFile {
  std::filesystem::path path;
  FileStamp stamp;
};

// Whether the file has been unchanged for two seconds at the time `now`. If not, a remembered
// digest could be wrong: clocks of files are coarse, and its times could hide a second change.
bool is_settled(const FileStamp& stamp, std::chrono::system_clock::time_point now);

}  // namespace sonde
