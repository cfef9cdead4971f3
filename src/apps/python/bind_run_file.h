#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "apps/python/binding.h"
#include "sonde/run_file.h"

namespace sonde {

// A run file as Python holds it. The file is for one thread at a time, Python's threads are
// several.
struct OpenRun {
  std::string path;
  std::shared_ptr<RunFile> file;
  std::shared_ptr<std::mutex> mutex = std::make_shared<std::mutex>();
};

// Reads the file without the GIL, which who has the file may wait for.
template <class Read>
auto reading(const OpenRun& run, const Read& read) {
  const nb::gil_scoped_release free;
  const std::lock_guard lock(*run.mutex);
  return read(*run.file);
}

}  // namespace sonde
