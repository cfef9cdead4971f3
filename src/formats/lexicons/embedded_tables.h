#pragma once

#include <span>
#include <string_view>

namespace sonde {

struct EmbeddedTable {
  std::string_view name;  // LANGUAGE/NAME
  std::string_view text;
};

// All of data/language.
std::span<const EmbeddedTable> embedded_tables();

}  // namespace sonde
