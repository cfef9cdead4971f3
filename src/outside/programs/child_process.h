#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sonde {

// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  int number() const { return number_; }  // -1: closed
  void close();

 private:
  int number_;
};

// The path at which a ChildProcess finds a program whose name has no slash: in PATH. Nothing if it
// isn't there.
std::optional<std::filesystem::path> find_program(const std::string& name);

// A child process, its three streams as pipes that never block us. It and its descendants are a
// separate process group, with a watchman that kills them when we end, however we end: the group,
// and by a mark in their environment those that left it.
class ChildProcess {
 public:
  // Runs words[0], looked up in PATH. Errors: kOutside if it can't be started.
  explicit ChildProcess(const std::vector<std::string>& words);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Closes the streams, waits a moment for its end, and kills what is left of its group.
  ~ChildProcess();

  Descriptor& input() { return input_; }    // its stdin
  Descriptor& output() { return output_; }  // its stdout
  Descriptor& errors() { return errors_; }

  // How it ended, for instance "ended with exit status 1", or that it was stopped because it wanted
  // the terminal, which would never end. Nothing if it still runs after so long.
  std::optional<std::string> ended(std::chrono::milliseconds patience) const;
  void kill();  // its whole group, at once

 private:
  Descriptor input_, output_, errors_;
  Descriptor life_;  // never written to: the watchman reads its end when we are gone
  ::pid_t watchman_ = -1;
  ::pid_t id_ = -1;
};

}  // namespace sonde
