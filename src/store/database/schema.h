#pragma once

#include <cstdint>

#include "store/database/sqlite.h"

namespace sonde {

// The exact contents of a file. A version counts only if both
// numbers of the header agree, so that a single damaged byte doesn't make a "newer file".
struct Schema {
  std::int32_t family;  // application_id is family + version
  std::int32_t version;
  std::int32_t oldest;  // version with the same tables, which is read too
  const char* sql;      // tables, then indexes, each by name and ending in ";\n"
};

enum class SchemaStanding { kEmpty, kOurs, kNewer, kForeign };

// Errors: Malformed if the header and the tables contradict each other.
SchemaStanding standing_of(Database& database, const Schema& schema);
void create(Database& database, const Schema& schema);

}  // namespace sonde
