#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw outside_error(what + ": " + std::strerror(errno), {path.string()},
                      "check the folder's permissions and free space");
}

bool is_at(int fd, const fs::path& path) {
  struct stat open{};
  struct stat named{};
  return ::fstat(fd, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// -1 if another process renamed or removed the file before it was locked.
int try_lock(const fs::path& temporary) {
  const int fd = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) fail("cannot write", temporary);
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) {
    if (is_at(fd, temporary)) return fd;
    ::close(fd);
    return -1;
  }
  ::close(fd);
  throw outside_error("another process is writing this file", {temporary.string()},
                      "wait for it or choose another place");
}

int lock_new(const fs::path& path, const fs::path& temporary) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw outside_error("is a folder", {path.string()}, "choose another place");
  }
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    throw outside_error("is not a plain file", {path.string()}, "choose another place");
  }
  int fd = -1;
  while (fd < 0) fd = try_lock(temporary);
  return fd;
}

// The name is unique to this process.
fs::path partial(fs::path path) {
  if (!path.has_filename()) path = path.parent_path();  // "folder/"
  return path += ".sonde-partial";
}

int lock_folder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) fail("cannot make", folder);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) fail("cannot open", folder);
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && is_at(fd, folder)) return fd;
  ::close(fd);
  throw outside_error("another process is making this folder", {folder.string()},
                      "wait for it or choose another place");
}

// The target of a symbolic link, even if nothing exists there yet.
fs::path behind_links(fs::path path) {
  constexpr int kMostLinks = 40;
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i) {
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  return path;
}

// Private files stay private.
void take_mode(int fd, const fs::path& of) {
  struct stat replaced{};
  if (::stat(of.c_str(), &replaced) != 0) return;
  ::fchmod(fd, (replaced.st_mode & 0777) | S_IRUSR | S_IWUSR);
}

}  // namespace

void sync_folder_of(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) fail("cannot open for syncing", folder);
  const int result = ::fsync(fd);
  ::close(fd);
  if (result != 0) fail("cannot sync", folder);
}

NewFile::NewFile(fs::path path)
    : path_(behind_links(std::move(path))),
      temporary_(partial(path_)),
      fd_(lock_new(path_, temporary_)) {
  if (::ftruncate(fd_, 0) != 0) {
    ::close(fd_);
    fail("cannot write", temporary_);
  }
  take_mode(fd_, path_);
}

NewFile::~NewFile() {
  if (fd_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(fd_);
}

void NewFile::commit() {
  if (::fsync(fd_) != 0) fail("cannot sync", temporary_);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot rename into place", path_);
  ::close(std::exchange(fd_, -1));
  sync_folder_of(path_);
}

NewFolder::NewFolder(fs::path path)
    : path_(std::move(path)), temporary_(partial(path_)), fd_(lock_folder(temporary_)) {
  for (const auto& left : fs::directory_iterator(temporary_)) fs::remove(left);  // after a kill
}

NewFolder::~NewFolder() {
  if (fd_ < 0) return;
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
  ::close(fd_);
}

void NewFolder::commit() {
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot rename into place", path_);
  ::close(std::exchange(fd_, -1));
  sync_folder_of(path_);
}

void replace_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  NewFile file(path);
  write(file.temporary());
  file.commit();
}

void check_folder_of(const fs::path& file, std::string_view what) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!fs::is_directory(folder)) {
    throw outside_error("no such folder for the " + std::string(what), {folder.string()},
                        "make it, or choose another --out");
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw outside_error("the " + std::string(what) + " cannot be written in this folder",
                        {folder.string()}, "choose another --out");
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
