#pragma once

#include <cstddef>
#include <string>

namespace sonde {

// "1 item", "2 items".
inline std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace sonde
