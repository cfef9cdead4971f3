// Progress of long work for Python, which may stop it.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "apps/python/binding.h"
#include "sonde/observer.h"

namespace sonde {

// Reports to an object with begin(phase, total), advance(done) and note(line). Looks for Ctrl-C on
// the thread that made it, without the GIL around it. Made and ended with the GIL.
class PythonObserver : public Observer {
 public:
  explicit PythonObserver(nb::object told) : told_(hold(std::move(told))) {}

  void begin(std::string_view phase, std::uint64_t total) override;
  void advance(std::uint64_t done) override;
  void note(std::string_view line) override;
  bool stop() override;

  // Throws again any exception that the signal's handler raised. Needs the GIL.
  void raise_signal();

 private:
  using Clock = std::chrono::steady_clock;

  void look_for_signals();

  Held told_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::uint64_t total_ = 0;
  Clock::time_point told_at_{}, looked_at_{};
  std::atomic<bool> stopped_ = false;
  std::optional<nb::python_error> signal_;
};

// Does work without the GIL. An exception from a signal's handler takes precedence over the stop
// that it caused. Needs the GIL.
template <class Work>
auto observed(PythonObserver& observer, const Work& work) {
  try {
    auto made = [&] {
      const nb::gil_scoped_release free;
      return work();
    }();
    observer.raise_signal();  // it came too late to stop anything, but it came
    return made;
  } catch (const Error&) {
    observer.raise_signal();
    throw;
  }
}

}  // namespace sonde
