#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "sonde/observer.h"

namespace sonde {

// State that all stages of a run share: its observer, which may stop it, and its number of threads.
// It outlives their results.
class RunContext {
 public:
  explicit RunContext(Observer& observer, std::size_t threads = 0)
      : observer_(observer), threads_(threads) {}

  std::size_t threads() const { return threads_; }  // 0: all of the machine's

  // Any thread may call these two.
  bool stop() const { return observer_.stop(); }
  std::function<bool()> stopper() const {
    return [this] { return stop(); };
  }
  // Throws kInterrupted if the run is to end.
  void check_stop() const;

  // The rest is for the thread that called run().
  void begin(const std::string& phase, std::uint64_t total);
  void advance(std::uint64_t done);  // done so far, of the phase's total
  // Adds to the amount done. Ends if the run is to.
  void advance_by(std::uint64_t more);
  void note(const std::string& line) const { observer_.note(line); }
  // Several probes, or variants of one, may meet the same texts. Nothing for an empty line.
  void note_once(const std::string& line);

 private:
  Observer& observer_;
  std::size_t threads_;
  std::uint64_t done_ = 0;
  std::set<std::string> noted_;
};

// The error of a run that was stopped when it had begun to encode.
[[noreturn]] void throw_stopped();

}  // namespace sonde
