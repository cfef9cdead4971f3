#include "base/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw outside_error(what + ": " + std::strerror(errno), {path.string(), 0, {}, {}},
                      "check the folder's permissions and free space");
}

fs::path temporary_beside(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  fs::path name = path;
  name += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
  return name;
}

void sync_path(const fs::path& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) fail("cannot open for syncing", path);
  const int result = ::fsync(fd);
  ::close(fd);
  if (result != 0) fail("cannot sync", path);
}

}  // namespace

void replace_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  const fs::path temporary = temporary_beside(path);
  try {
    write(temporary);
    sync_path(temporary, O_RDONLY);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail("cannot rename into place", path);
    const fs::path folder = path.parent_path();
    sync_path(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY);
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  replace_file(path, [&](const fs::path& temporary) {
    std::ofstream out(temporary, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) fail("cannot write", path);
  });
}

}  // namespace sonde
