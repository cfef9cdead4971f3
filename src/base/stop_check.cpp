#include "base/stop_check.h"

#include <atomic>

#include "sonde/error.h"

namespace sonde {
namespace {

std::atomic<StopCheck> the_check = nullptr;

}  // namespace

void set_stop_check(StopCheck check) { the_check = check; }

void check_stop() {
  const StopCheck check = the_check;
  if (check != nullptr && check()) {
    throw Error(ErrorKind::kInterrupted, "stopped", {}, "the same command starts over");
  }
}

}  // namespace sonde
