#pragma once

namespace sonde {

// Whether the user wants the program to end. Any thread may call it.
using StopCheck = bool (*)();

// Sets the check that long reading makes between blocks. Null: none. The program sets it once it
// handles Ctrl-C itself.
void set_stop_check(StopCheck check);

// Errors: kInterrupted, if the user wants the program to end.
void check_stop();

}  // namespace sonde
