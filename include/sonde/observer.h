// Room: base.
//
// The observer of long work.
#pragma once

#include <cstdint>
#include <string_view>

namespace sonde {

// Receives the progress of a run or a maker, one call at a time: for a run, on the thread that
// called run(). The default ignores it and never stops. stop() is called on any thread, also during
// another call.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(std::string_view phase, std::uint64_t total) {
    static_cast<void>(phase), static_cast<void>(total);
  }
  // Done so far, of the total.
  virtual void advance(std::uint64_t done) { static_cast<void>(done); }
  // Something the user should know.
  virtual void note(std::string_view line) { static_cast<void>(line); }
  virtual bool stop() { return false; }  // true: save finished work and throw kInterrupted
};

}  // namespace sonde
