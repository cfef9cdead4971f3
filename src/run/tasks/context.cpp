#include "run/tasks/context.h"

#include "sonde/error.h"

namespace sonde {

void throw_stopped() {
  throw Error(ErrorKind::kInterrupted, "stopped; vectors so far are saved", {},
              "the same command continues from there");
}

void RunContext::check_stop() const {
  if (stop()) throw_stopped();
}

void RunContext::begin(const std::string& phase, std::uint64_t total) {
  done_ = 0;
  observer_.begin(phase, total);
}

void RunContext::advance(std::uint64_t done) {
  done_ = done;
  observer_.advance(done);
}

void RunContext::advance_by(std::uint64_t more) {
  advance(done_ + more);
  check_stop();
}

void RunContext::note_once(const std::string& line) {
  if (!line.empty() && noted_.insert(line).second) note(line);
}

}  // namespace sonde
