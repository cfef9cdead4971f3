#include "base/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace sonde {
namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

// The number in a file. No limit if there isn't one, or the word is `max`.
std::size_t number_in(const std::string& file) {
  std::ifstream in(file);
  std::size_t number = 0;
  return in >> number ? number : kNoLimit;
}

// The number after a name in a file with one name per line.
std::size_t number_of(const std::string& file, const std::string& name, std::size_t otherwise) {
  std::ifstream in(file);
  for (std::string word, rest; in >> word; std::getline(in, rest)) {
    std::size_t number = 0;
    if (word == name && in >> number) return number;
  }
  return otherwise;
}

std::size_t free_of_machine() {
  const std::size_t kibibytes = number_of("/proc/meminfo", "MemAvailable:", kNoLimit);
  return kibibytes == kNoLimit ? kNoLimit : kibibytes * 1024;
}

// The memory left in a control group: its limit less its use, without files that the system can
// reclaim.
std::size_t left_in_group(const std::string& limit, const std::string& used,
                          const std::string& stat, const std::string& files) {
  const std::size_t most = number_in(limit), taken = number_in(used);
  if (most == kNoLimit || taken == kNoLimit) return most;
  const std::size_t kept = taken - std::min(taken, number_of(stat, files, 0));
  return most - std::min(most, kept);
}

// Covers versions 2 and 1. Within a container, a group's own files are at the root.
std::size_t left_in_groups() {
  const std::string root = "/sys/fs/cgroup/", old = root + "memory/memory.";
  return std::min(
      left_in_group(root + "memory.max", root + "memory.current", root + "memory.stat", "file"),
      left_in_group(old + "limit_in_bytes", old + "usage_in_bytes", old + "stat", "total_cache"));
}

std::size_t limit_of_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNoLimit;
  return limit.rlim_cur;
}

}  // namespace

std::size_t available_memory() {
  return std::min({free_of_machine(), left_in_groups(), limit_of_process()});
}

}  // namespace sonde
