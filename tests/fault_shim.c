// Preloaded into a program, makes its disk fail: counts the calls that change
// files below $FAULT_FOLDER, and at call number $FAULT_AT (0: none) does what
// $FAULT_KIND says:
//   eio     this call fails with EIO
//   enospc  this call fails with ENOSPC
//   full    the disk is full from here on: half of a write is taken, then
//           nothing that needs room
//   kill    the process ends at this call, a write half done
//   unread      counts the calls that read instead; this one fails with EIO
//   unreadable  the same, and all that follow
// At its end the file $FAULT_REPORT has a line a call: its name, its path, and
// `fault` where it was struck.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kOff, kEio, kEnospc, kFull, kKill, kUnread, kUnreadable };
enum { kChanges, kNeedsRoom, kReads };  // what a call does

static const char* folder;
static long at;
static int kind;
static int report = -1;
static atomic_long calls;

#define REAL(name, ...)                                          \
  static __typeof__(&name) real;                                 \
  if (real == NULL) {                                            \
    real = (__typeof__(&name))(intptr_t)dlsym(RTLD_NEXT, #name); \
  }

static ssize_t write_through(int fd, const void* bytes, size_t count) {
  REAL(write)
  return real(fd, bytes, count);
}

__attribute__((constructor)) static void start(void) {
  const char* number = getenv("FAULT_AT");
  const char* name = getenv("FAULT_KIND");
  const char* file = getenv("FAULT_REPORT");
  folder = getenv("FAULT_FOLDER");
  at = number == NULL ? 0 : atol(number);
  if (name != NULL) {
    const char* const names[] = {"off", "eio", "enospc", "full", "kill", "unread", "unreadable"};
    for (int i = 0; i <= kUnreadable; ++i) {
      if (strcmp(name, names[i]) == 0) kind = i;
    }
  }
  if (file != NULL) {
    REAL(open)
    report = real(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  }
}

static int is_below(const char* path) {
  const size_t length = folder == NULL ? 0 : strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

// The path of a name, not resolved: the tests name files by their real folders.
static const char* absolute(const char* path, char* room, size_t size) {
  if (path[0] == '/') return path;
  if (getcwd(room, size) == NULL) return path;
  const size_t used = strlen(room);
  snprintf(room + used, size - used, "/%s", path);
  return room;
}

static void tell(const char* call, const char* path, int struck) {
  char line[5000];
  if (report < 0) return;
  const int length = snprintf(line, sizeof line, "%s %s%s\n", call, path, struck ? " fault" : "");
  if (write_through(report, line, (size_t)length) < 0) abort();
}

// What is to happen to a call on a path: kOff where it goes through.
static int judge(const char* call, const char* path, int does) {
  char room[4200];
  if ((does == kReads) != (kind == kUnread || kind == kUnreadable)) return kOff;
  path = absolute(path, room, sizeof room);
  if (!is_below(path)) return kOff;
  const long number = atomic_fetch_add(&calls, 1) + 1;
  const int lasts = kind == kUnreadable || (kind == kFull && does == kNeedsRoom);
  const int hit = at > 0 && kind != kOff && (lasts ? number >= at : number == at && kind != kFull);
  tell(call, path, hit);
  if (!hit) return kOff;
  if (kind == kFull && number > at) return kEnospc;
  return kind;
}

static int judge_fd(const char* call, int fd, int does) {
  char link[64];
  char path[4096];
  const int saved = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  if (length <= 0) return kOff;
  path[length] = '\0';
  return judge(call, path, does);
}

// Ends the process or sets errno; for calls that are done whole or not at all.
static int fail(int verdict) {
  if (verdict == kKill) raise(SIGKILL);
  errno = verdict == kEnospc || verdict == kFull ? ENOSPC : EIO;
  return -1;
}

ssize_t write(int fd, const void* bytes, size_t count) {
  const int verdict = judge_fd("write", fd, kNeedsRoom);
  if (verdict == kOff) return write_through(fd, bytes, count);
  if ((verdict == kFull || verdict == kKill) && count > 1) {
    const ssize_t half = write_through(fd, bytes, count / 2);
    return verdict == kKill ? fail(verdict) : half;
  }
  return fail(verdict);
}

#define PWRITE(name, offset)                                            \
  ssize_t name(int fd, const void* bytes, size_t count, offset where) { \
    REAL(name)                                                          \
    const int verdict = judge_fd(#name, fd, kNeedsRoom);                \
    if (verdict == kOff) return real(fd, bytes, count, where);          \
    if ((verdict == kFull || verdict == kKill) && count > 1) {          \
      const ssize_t half = real(fd, bytes, count / 2, where);           \
      return verdict == kKill ? fail(verdict) : half;                   \
    }                                                                   \
    return fail(verdict);                                               \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define READ(name, parameters, ...)                             \
  ssize_t name parameters {                                     \
    REAL(name)                                                  \
    const int verdict = judge_fd(#name, fd, kReads);            \
    return verdict == kOff ? real(__VA_ARGS__) : fail(verdict); \
  }
READ(read, (int fd, void* bytes, size_t count), fd, bytes, count)
READ(pread, (int fd, void* bytes, size_t count, off_t where), fd, bytes, count, where)
READ(pread64, (int fd, void* bytes, size_t count, off64_t where), fd, bytes, count, where)

ssize_t writev(int fd, const struct iovec* parts, int count) {
  REAL(writev)
  const int verdict = judge_fd("writev", fd, kNeedsRoom);
  if (verdict == kOff) return real(fd, parts, count);
  if ((verdict == kFull || verdict == kKill) && parts[0].iov_len > 1) {
    const ssize_t half = write_through(fd, parts[0].iov_base, parts[0].iov_len / 2);
    return verdict == kKill ? fail(verdict) : half;
  }
  return fail(verdict);
}

#define ON_FD(name, does, parameters, ...)                      \
  int name parameters {                                         \
    REAL(name)                                                  \
    const int verdict = judge_fd(#name, fd, does);              \
    return verdict == kOff ? real(__VA_ARGS__) : fail(verdict); \
  }
ON_FD(fsync, kChanges, (int fd), fd)
ON_FD(fdatasync, kChanges, (int fd), fd)
ON_FD(ftruncate, kChanges, (int fd, off_t size), fd, size)
ON_FD(ftruncate64, kChanges, (int fd, off64_t size), fd, size)
ON_FD(fallocate, kNeedsRoom, (int fd, int mode, off_t from, off_t size), fd, mode, from, size)

// posix_fallocate returns the error.
int posix_fallocate(int fd, off_t from, off_t size) {
  REAL(posix_fallocate)
  const int verdict = judge_fd("posix_fallocate", fd, kNeedsRoom);
  return verdict == kOff ? real(fd, from, size) : (fail(verdict), errno);
}

#define ON_PATH(name, does, path, parameters, ...)              \
  int name parameters {                                         \
    REAL(name)                                                  \
    const int verdict = judge(#name, path, does);               \
    return verdict == kOff ? real(__VA_ARGS__) : fail(verdict); \
  }
ON_PATH(rename, kChanges, to, (const char* from, const char* to), from, to)
ON_PATH(link, kNeedsRoom, to, (const char* from, const char* to), from, to)
ON_PATH(unlink, kChanges, path, (const char* path), path)
ON_PATH(remove, kChanges, path, (const char* path), path)
ON_PATH(mkdir, kNeedsRoom, path, (const char* path, mode_t mode), path, mode)
ON_PATH(truncate, kChanges, path, (const char* path, off_t size), path, size)

// Opening counts only where it may make a file.
#define OPEN(name)                                                         \
  int name(const char* path, int flags, ...) {                             \
    REAL(name)                                                             \
    va_list more;                                                          \
    va_start(more, flags);                                                 \
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                          \
    const int makes = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;   \
    const int verdict = makes ? judge(#name, path, kNeedsRoom) : kOff;     \
    return verdict == kOff ? real(path, flags, mode) : fail(verdict);      \
  }
OPEN(open)
OPEN(open64)
