#include "workshop/rating/toml_text.h"

#include <nlohmann/json.hpp>

namespace sonde {

// JSON escapes all that TOML requires but DEL.
std::string toml_text(const std::string& text) {
  std::string written = nlohmann::json(text).dump();
  for (auto at = written.find('\x7f'); at != written.npos; at = written.find('\x7f')) {
    written.replace(at, 1, "\\u007F");
  }
  return written;
}

}  // namespace sonde
