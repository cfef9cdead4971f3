#pragma once

#include <string>

#include "formats/utf8.h"
#include "sonde/error.h"

namespace sonde {

// Before any work, which would be lost when the run file is written. Errors: kUsage.
inline void check_utf8(const std::string& what, const std::string& text,
                       const std::string& advice) {
  if (find_invalid_utf8(text) == text.npos) return;
  throw usage_error(what + " is not UTF-8, which a run file must be", advice);
}

}  // namespace sonde
