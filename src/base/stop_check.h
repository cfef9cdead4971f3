#pragma once

namespace sonde {

// Whether the user asked the program to end. Any thread may ask.
using StopCheck = bool (*)();

// Sets what long reading asks between blocks; null: nothing. The program sets it once it handles
// Ctrl-C itself.
void set_stop_check(StopCheck check);

// Errors: kInterrupted, if the user asked the program to end.
void check_stop();

}  // namespace sonde
