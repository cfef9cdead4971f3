// For tests only: waiting for something to happen, never for time to pass. Only eventually()
// sleeps.
#pragma once

#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "base/file_stamp.h"

namespace sonde::test {

// Polls until `holds` returns true. Returns false after five minutes: no machine is that slow, so
// the event isn't coming.
template <class Condition>
bool eventually(const Condition& holds,
                std::chrono::microseconds pause = std::chrono::milliseconds(1)) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

// Lets the tested code's own limit of time run out.
inline void outlast(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  eventually([end] { return std::chrono::steady_clock::now() > end; });
}

// The state of a process or thread as `ps` prints it: R runs, S waits, Z has ended. ? if it is
// gone.
inline char state_of(::pid_t id) {
  std::ifstream file("/proc/" + std::to_string(id) + "/stat");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto name_end = text.rfind(") ");
  return name_end == text.npos ? '?' : text[name_end + 2];
}

// Returns once the process or thread waits in the kernel: for a lock, a pipe or another thread.
inline bool eventually_waits(::pid_t id) {
  return eventually([id] { return state_of(id) == 'S'; });
}

// Returns once the process or thread has ended.
inline bool eventually_ends(::pid_t id) {
  return eventually([id] { return std::string("ZX?").find(state_of(id)) != std::string::npos; });
}

inline std::ptrdiff_t threads_of_this_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

// Bytes that a process has passed to system calls that write (`wchar`), or got from those that read
// (`rchar`), since it started. Counts an ended process until it is waited for.
inline std::uint64_t bytes_moved(::pid_t process, const std::string& how) {
  std::ifstream file("/proc/" + std::to_string(process) + "/io");
  std::uint64_t bytes = 0;
  for (std::string name; file >> name >> bytes;) {
    if (name == how + ":") return bytes;
  }
  return 0;
}

// Ends a process by SIGKILL once it has written so many bytes, and waits for its end.
inline void kill_after_writing(::pid_t process, std::uint64_t bytes) {
  eventually([&] { return bytes_moved(process, "wchar") >= bytes || state_of(process) == 'Z'; },
             std::chrono::microseconds(20));
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

// Returns once a change to `file` would give it another time: the clock of files ticks in
// milliseconds.
inline bool eventually_ticks(const std::filesystem::path& file) {
  const std::filesystem::path probe = file.string() + ".tick";
  const std::int64_t before = file_stamp(file).changed;
  const bool ticked = eventually([&] {
    std::ofstream(probe) << "x";
    return file_stamp(probe).changed > before;
  });
  std::filesystem::remove(probe);
  return ticked;
}

}  // namespace sonde::test
