#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "outside/programs/child_process.h"

namespace sonde {

// A child process with what was read of its output, what is still to be written to its input, and
// the end of its standard error. Both directions are served at once, so that neither side can block
// the other. To be used from one thread at a time.
class ChildPipes {
 public:
  explicit ChildPipes(std::vector<std::string> words);  // starts it

  void send(std::string_view bytes) { pending_ += bytes; }
  bool all_sent() const { return written_ == pending_.size(); }
  bool refused() const { return refused_; }  // it closed its standard input
  void close_input() { child_.input().close(); }

  std::string& output() { return output_; }  // the output read, which the caller takes
  bool output_ended() const { return output_ended_; }
  // Moves what can be moved, and waits at most so long until something can.
  void serve(std::chrono::milliseconds pause);
  void read_output();  // available data

  // How it ended, if it does so at once or soon. See ChildProcess.
  std::optional<std::string> ended(std::chrono::milliseconds patience) const {
    return child_.ended(patience);
  }
  void kill() { child_.kill(); }  // its whole group, at once
  // Kills it and throws kOutside, with the last lines of its standard error.
  [[noreturn]] void fail(const std::string& message, const std::string& advice,
                         std::size_t line = 0);
  // The same with how it ended, or if it didn't, with `otherwise`, and then with `where`.
  [[noreturn]] void fail_ended(const std::string& otherwise, const std::string& where,
                               const std::string& advice);

 private:
  void write();
  void read_errors();

  std::vector<std::string> words_;
  ChildProcess child_;
  std::string pending_, output_, errors_;
  std::size_t written_ = 0;  // in pending data
  bool refused_ = false, output_ended_ = false;
};

// Tells the user once that a child has been silent for some seconds.
class SilenceNote {
 public:
  using Note = std::function<void(const std::string& line)>;

  SilenceNote(Note note, std::chrono::milliseconds after) : note_(std::move(note)), after_(after) {}
  // Starts the clock. `patience`: how long the child may be silent.
  void begin(std::chrono::milliseconds patience);
  void look(const std::vector<std::string>& words);

 private:
  Note note_;
  std::chrono::milliseconds after_, patience_{};
  std::chrono::steady_clock::time_point begun_;
  bool is_told_ = false;
};
constexpr std::chrono::milliseconds kSilence{5000};

// "0.250 s", "20 s".
std::string shown_seconds(std::chrono::milliseconds time);

// The same text with ? for what is not UTF-8.
std::string valid_utf8(std::string text);

}  // namespace sonde
