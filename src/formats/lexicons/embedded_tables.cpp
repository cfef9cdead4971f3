#include "formats/lexicons/embedded_tables.h"

#include <array>

#include "base/embed.h"

// cmake/tables.cmake writes a row for each file of data/language.
#define SONDE_TABLE(name, symbol, file) SONDE_EMBED(symbol, file)
#include SONDE_LANGUAGE_TABLES
#undef SONDE_TABLE

namespace sonde {

std::span<const EmbeddedTable> embedded_tables() {
#define SONDE_TABLE(name, symbol, file) EmbeddedTable{name, {symbol##_begin, symbol##_end}},
  static const auto kTables = std::to_array<EmbeddedTable>({
#include SONDE_LANGUAGE_TABLES
  });
#undef SONDE_TABLE
  return kTables;
}

}  // namespace sonde
