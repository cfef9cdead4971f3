#include "apps/cli/bus_error.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

// Runs in a signal handler: it allocates no memory and takes no lock.
namespace sonde {
namespace {

constexpr std::size_t kLongestLine =
    4500;  // longest line of the system's memory map: a path, and numbers

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Or half of one of C1's.
bool is_control(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
  };
  const auto c1 = [&](std::size_t at) { return byte(at) == 0xc2 && byte(at + 1) < 0xa0; };
  return byte(i) < 0x20 || byte(i) == 0x7f || c1(i) || (i > 0 && c1(i - 1));
}

// A hexadecimal number. Removes it and the character after it.
std::uintptr_t take_number(std::string_view& text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::uintptr_t number = 0;
  while (!text.empty()) {
    const auto digit = kDigits.find(text.front());
    text.remove_prefix(1);
    if (digit == kDigits.npos) break;
    number = number * 16 + digit;
  }
  return number;
}

// Writes the path of a line "BEGIN-END RIGHTS OFFSET DEVICE INODE PATH" that has the address.
bool tell_path(std::string_view line, std::uintptr_t address) {
  const std::uintptr_t begin = take_number(line);
  const std::uintptr_t end = take_number(line);
  const auto path = line.find('/');
  if (address < begin || address >= end || path == line.npos) return false;
  line.remove_prefix(path);
  for (std::size_t i = 0; i < line.size(); ++i) {
    write_all(is_control(line, i) ? " " : line.substr(i, 1));
  }
  return true;
}

void tell_file(std::uintptr_t address) {
  const int maps = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  std::array<char, kLongestLine> line;
  std::size_t size = 0;
  char c = 0;
  while (maps >= 0 && ::read(maps, &c, 1) == 1) {
    if (c != '\n' && size < line.size()) line[size++] = c;
    if (c != '\n') continue;
    if (tell_path({line.data(), size}, address)) return;
    size = 0;
  }
  write_all("a file that is mapped");
}

void on_bus_error(int, siginfo_t* facts, void*) {
  write_all("sonde: ");
  tell_file(reinterpret_cast<std::uintptr_t>(facts->si_addr));
  write_all(": was cut short while it was read, or its disk failed; run again when it is whole\n");
  ::_exit(4);
}

}  // namespace

void tell_bus_errors() {
  struct sigaction action{};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace sonde
