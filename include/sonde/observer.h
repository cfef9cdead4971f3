// Room: base.
//
// Who hears of long work.
#pragma once

#include <cstdint>
#include <string_view>

namespace sonde {

// Hears of the progress of a run or a maker: one call at a time, of a run on the thread that
// called run(). stop() is asked on any thread, also during another call.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(std::string_view phase, std::uint64_t total) = 0;
  virtual void advance(std::uint64_t done) = 0;  // of the phase's total, in all
  virtual void note(std::string_view line) = 0;  // something the user should know
  virtual bool stop() = 0;                       // true: keep what is done and throw kInterrupted
};

}  // namespace sonde
