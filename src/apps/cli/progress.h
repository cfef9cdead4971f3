#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "apps/cli/command.h"
#include "sonde/observer.h"

namespace sonde {

// Reports long work on standard error: one redrawn line on a
// terminal, a plain line now and then elsewhere. Listens for Ctrl-C.
class Progress : public Observer {
 public:
  explicit Progress(bool terminal);
  ~Progress() override;

  void begin(std::string_view phase, std::uint64_t total) override;
  void advance(std::uint64_t done) override;
  void note(std::string_view line) override;
  bool stop() override;
  void erase();  // the line that is on the terminal

 private:
  using Clock = std::chrono::steady_clock;

  void draw(std::uint64_t done, double seconds);
  void close();

  bool terminal_;
  bool open_ = false;  // the terminal has an unfinished line
  std::string phase_;
  std::uint64_t total_ = 0;
  Clock::time_point started_;
  // The first report of something done. Before it a model may load.
  std::uint64_t first_done_ = 0;
  double first_seconds_ = 0;
  Clock::time_point drawn_;
};

// The progress of a command that prints its result: on a terminal alone, and gone at the end.
class ProgressLine {
 public:
  explicit ProgressLine(const Surroundings& surroundings);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  Observer* observer() const { return progress_.get(); }

 private:
  std::unique_ptr<Progress> progress_;
};

}  // namespace sonde
