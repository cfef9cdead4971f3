#pragma once

namespace sonde {

// From now on a mapped file that is cut short, or that its disk fails to read, ends the program
// with a line that names the file, and exit code 4. The state is then as after a kill.
void tell_bus_errors();

}  // namespace sonde
