#pragma once

#include <span>
#include <string_view>

namespace sonde {

// Something an encoder may understand: a group of rows in a report's matrix.
struct Capability {
  std::string_view name, title;
  std::string_view section;      // the heading above it
  std::string_view can, cannot;  // phrases about a subject: "detects negation"
};

std::span<const Capability> capabilities();

}  // namespace sonde
