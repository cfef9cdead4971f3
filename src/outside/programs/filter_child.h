#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "outside/programs/child_pipes.h"

namespace sonde {

struct FilterChildOptions {
  std::vector<std::string> words{};                   // the command
  std::chrono::milliseconds patience{3600000};        // for any output
  std::function<bool()> stop = [] { return false; };  // called while it waits (true: kInterrupted)
  SilenceNote::Note note{};                           // gets a line if it is silent for long
};

// A child process that reads a text to its end and writes another, as in a pipe of a shell. All
// errors but kInterrupted are kOutside. They show the last lines of its standard error, and the
// child is killed before they are thrown. Use it from one thread at a time.
class FilterChild {
 public:
  FilterChild(FilterChildOptions options, std::string_view input);  // starts it

  // Some bytes of its output, as soon as there are any. 0 at the end. Errors: it ends otherwise
  // than with exit status 0, or writes nothing in time.
  std::size_t read(std::span<char> out);
  // Kills it because of what it wrote.
  [[noreturn]] void reject(const std::string& message, const std::string& advice) {
    child_.fail(message, advice);
  }

 private:
  void wait();
  void check_end();

  FilterChildOptions options_;
  ChildPipes child_;
  SilenceNote silence_;
};

}  // namespace sonde
