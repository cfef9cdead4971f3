// Room: base.
//
// Who hears of long work.
#pragma once

#include <cstdint>
#include <string_view>

namespace sonde {

// Hears of the progress of a run or a maker: one call at a time, of a run on the thread that
// called run(). As it is, it hears nothing and never stops. stop() is asked on any thread, also
// during another call.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(std::string_view phase, std::uint64_t total) {
    static_cast<void>(phase), static_cast<void>(total);
  }
  virtual void advance(std::uint64_t done) { static_cast<void>(done); }  // of the total, in all
  // Something the user should know.
  virtual void note(std::string_view line) { static_cast<void>(line); }
  virtual bool stop() { return false; }  // true: keep what is done and throw kInterrupted
};

}  // namespace sonde
