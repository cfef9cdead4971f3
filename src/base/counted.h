#pragma once

#include <cstddef>
#include <string>

namespace sonde {

// "1 item", "2 items", and with a plural "1 query", "2 queries".
inline std::string counted(std::size_t count, const std::string& noun,
                           const std::string& plural = "") {
  if (count == 1) return "1 " + noun;
  return std::to_string(count) + " " + (plural.empty() ? noun + "s" : plural);
}

}  // namespace sonde
