#include "apps/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string_view>

#include "apps/cli/command_options.h"
#include "base/printable.h"
#include "base/stop_check.h"

namespace sonde {
namespace {

volatile std::sig_atomic_t interrupted = 0, watched = 0;

// The first Ctrl-C requests a stop. A second one ends the program at once.
void on_interrupt(int signal) {
  constexpr std::string_view kStopping = "\nsonde: stopping; press Ctrl-C again to end at once\n";
  interrupted = 1;
  if (signal == SIGINT && watched != 0) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, kStopping.data(), kStopping.size());
  }
  std::signal(signal, SIG_DFL);
}

constexpr int kSignals[] = {SIGINT, SIGTERM};

// Signals that the parent process ignored, as nohup does, stay ignored.
void hear(int signal, void (*handler)(int)) {
  if (std::signal(signal, handler) == SIG_IGN) std::signal(signal, SIG_IGN);
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string pace(double rate) {
  if (rate >= 10) return fmt::format(", {:.0f} per second", rate);
  if (rate >= 1) return fmt::format(", {:.1f} per second", rate);
  return fmt::format(", {:.1f} s each", 1 / rate);
}

}  // namespace

Progress::Progress(bool terminal) : terminal_(terminal) {
  interrupted = 0;
  watched = terminal ? 1 : 0;
  for (const int signal : kSignals) hear(signal, on_interrupt);
  set_stop_check([] { return interrupted != 0; });
}

Progress::~Progress() {
  close();
  set_stop_check(nullptr);
  for (const int signal : kSignals) hear(signal, SIG_DFL);
}

void Progress::close() {
  if (open_) std::fputc('\n', stderr);
  open_ = false;
}

void Progress::erase() {
  if (open_) std::fputs("\r\033[K", stderr);
  open_ = false;
}

ProgressLine::ProgressLine(const Surroundings& surroundings) {
  if (surroundings.error_is_terminal) progress_ = std::make_unique<Progress>(true);
}

ProgressLine::~ProgressLine() {
  if (progress_) progress_->erase();
}

void Progress::begin(std::string_view phase, std::uint64_t total) {
  close();
  phase_ = printable(shortened(phase, 200));
  total_ = total;
  started_ = drawn_ = Clock::now();
  first_done_ = 0;
  if (terminal_) draw(0, 0);
}

void Progress::draw(std::uint64_t done, double seconds) {
  std::string line = fmt::format("{}: {} of {}", phase_, done, total_);
  if (done > 0 && seconds > 0.5) {
    const double overall = static_cast<double>(done) / seconds;
    line += pace(overall);
    const bool is_measured = done > first_done_ && seconds > first_seconds_;
    const double rate = is_measured
                            ? static_cast<double>(done - first_done_) / (seconds - first_seconds_)
                            : overall;
    if (done < total_ && (is_measured || done * 20 >= total_)) {
      line += ", " + duration(static_cast<double>(total_ - done) / rate) + " left";
    }
  }
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    open_ = true;
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  std::fflush(stderr);
}

void Progress::advance(std::uint64_t done) {
  const auto now = Clock::now();
  const std::chrono::duration<double> since_drawn = now - drawn_;
  const std::chrono::duration<double> since_start = now - started_;
  if (first_done_ == 0) {
    first_done_ = done;
    first_seconds_ = since_start.count();
  }
  const double pause = terminal_ ? 0.1 : 10;
  if (since_drawn.count() < pause && done < total_) return;
  drawn_ = now;
  draw(done, since_start.count());
}

void Progress::note(std::string_view line) {
  close();
  say(line);
}

bool Progress::stop() { return interrupted != 0; }

}  // namespace sonde
