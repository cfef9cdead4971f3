#pragma once

#include "sonde/error.h"

namespace sonde {

// What `work` returns. What it finds wrong with what it was asked (kUsage) is wrong at `place`, and
// so kInput, where that names a file.
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
