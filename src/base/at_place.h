#pragma once

#include "sonde/error.h"

namespace sonde {

// Returns the result of `work`. If `place` names a file, a usage error (kUsage) in `work` is
// rethrown as kInput at `place`.
template <class Work>
auto at_place(const Place& place, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUsage || place.file.empty()) throw;
    throw input_error(error.message(), place, error.advice());
  }
}

}  // namespace sonde
