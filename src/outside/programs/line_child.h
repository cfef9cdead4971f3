#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "outside/programs/child_pipes.h"

namespace sonde {

struct LineChildOptions {
  std::vector<std::string> words{};                   // the command
  std::chrono::milliseconds patience{300000};         // per answer (the first includes the start)
  std::size_t longest = std::size_t{256} << 20;       // bytes of an answer
  std::function<bool()> stop = [] { return false; };  // called while it waits (true: kInterrupted)
  SilenceNote::Note note{};                           // gets a line if it is silent for long
  std::chrono::milliseconds silence = kSilence;       // until then
};

// A child process that replies to each line on its standard input with one line on its standard
// output. All errors but kInterrupted are kOutside. They show the last lines of its standard error.
// The child is killed before they are thrown. Both directions are served at once, so that neither
// side can block the other. Use it from one thread at a time.
class LineChild {
 public:
  explicit LineChild(LineChildOptions options);  // starts it

  // The answer to a line, both without their ends. Errors: it ends, closes a stream, gives
  // no answer in time, a longer one than allowed, or more than one line.
  std::string ask(std::string_view request);
  // Kills it because of its last answer.
  [[noreturn]] void reject(const std::string& message, const std::string& advice);

 private:
  void check_silent();
  void exchange();
  [[noreturn]] void fail_ended(const std::string& otherwise);

  LineChildOptions options_;
  ChildPipes child_;
  SilenceNote silence_;
  std::size_t scanned_ = 0;  // output without an end of line
  std::size_t lines_ = 0;    // that it gave
};

}  // namespace sonde
