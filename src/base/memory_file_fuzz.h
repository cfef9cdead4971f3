#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace sonde {

// A file in memory, with a path.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : handle_(::memfd_create("fuzz", 0)) {
    if (handle_ < 0 || ::write(handle_, data, size) != static_cast<::ssize_t>(size)) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(handle_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(handle_); }

 private:
  int handle_;
};

}  // namespace sonde
