#pragma once

#include <chrono>
#include <string>

#include "sonde/observer.h"

namespace sonde {

// Tells of long work on standard error: one line that is drawn again on a
// terminal, a plain line now and then elsewhere. Listens for Ctrl-C.
class Progress : public Observer {
 public:
  explicit Progress(bool terminal);
  ~Progress() override;

  void begin(std::string_view phase, std::uint64_t total) override;
  void advance(std::uint64_t done) override;
  void note(std::string_view line) override;
  bool stop() override;

 private:
  using Clock = std::chrono::steady_clock;

  void draw(std::uint64_t done, double seconds);
  void close();

  bool terminal_;
  bool open_ = false;  // a line stands on the terminal without its end
  std::string phase_;
  std::uint64_t total_ = 0;
  Clock::time_point started_;
  Clock::time_point drawn_;
};

}  // namespace sonde
