#pragma once

#include <functional>

#include "sonde/observer.h"

namespace sonde {

// Whether the user wants the program to end. Any thread may call it.
using StopCheck = bool (*)();

// Sets the check that long reading makes between blocks. Null: none. The program sets it once it
// handles Ctrl-C itself.
void set_stop_check(StopCheck check);

// Errors: kInterrupted, if the user wants the program to end.
void check_stop();

// The observer of the work, or one that ignores it if there is none.
inline Observer& observer_of(Observer* observer) {
  static Observer nobody;
  return observer == nullptr ? nobody : *observer;
}

// Its stop().
inline std::function<bool()> stop_of(Observer* observer) {
  return [observer] { return observer_of(observer).stop(); };
}

}  // namespace sonde
