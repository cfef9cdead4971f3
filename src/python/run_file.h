#pragma once

#include <memory>
#include <string>

#include "sonde/run_file.h"

namespace sonde {

// A run file as Python holds it.
struct OpenRun {
  std::string path;
  std::shared_ptr<RunFile> file;
};

}  // namespace sonde
