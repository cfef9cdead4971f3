#include "apps/python/observer.h"

#include <string>

namespace sonde {
namespace {

constexpr std::chrono::milliseconds kBetweenTelling(100);
constexpr std::chrono::milliseconds kBetweenLooking(20);  // a signal waits no longer

}  // namespace

void PythonObserver::begin(std::string_view phase, std::uint64_t total) {
  const nb::gil_scoped_acquire gil;
  total_ = total;
  told_at_ = Clock::now();
  told_->attr("begin")(nb::str(phase.data(), phase.size()), total);
}

void PythonObserver::advance(std::uint64_t done) {
  const auto now = Clock::now();
  if (now - told_at_ < kBetweenTelling && done < total_) return;
  told_at_ = now;
  const nb::gil_scoped_acquire gil;
  told_->attr("advance")(done);
}

void PythonObserver::note(std::string_view line) {
  const nb::gil_scoped_acquire gil;
  told_->attr("note")(nb::str(line.data(), line.size()));
}

bool PythonObserver::stop() {
  if (std::this_thread::get_id() == caller_ && !stopped_) look_for_signals();
  return stopped_;
}

// Python handles signals on its main thread alone. On another this finds nothing.
void PythonObserver::look_for_signals() {
  const auto now = Clock::now();
  if (now - looked_at_ < kBetweenLooking) return;
  looked_at_ = now;
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() == 0) return;
  signal_.emplace();
  stopped_ = true;
}

void PythonObserver::raise_signal() {
  if (!signal_) return;
  nb::python_error error = std::move(*signal_);
  signal_.reset();
  throw error;
}

}  // namespace sonde
