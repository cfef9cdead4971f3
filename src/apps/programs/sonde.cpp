#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "apps/cli/bus_error.h"
#include "apps/cli/command.h"
#include "apps/cli/environment.h"
#if SONDE_WORKSHOP
#include "workshop/commands/workshop.h"
#endif

namespace {

// Without this, a file would get the number of a closed standard stream, and that stream's output.
// Each closed stream is replaced by one that fails as it does.
bool hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return false;
  }
  return true;
}

sonde::Extension extension() {
#if SONDE_WORKSHOP
  return sonde::workshop_extension();
#else
  return {};
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (!hold_closed_streams()) return 4;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a write that fails
  sonde::tell_bus_errors();
  return sonde::run_program_here({argv + 1, argv + argc}, sonde::share_beside_program(),
                                 extension());
}
