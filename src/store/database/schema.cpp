#include "store/database/schema.h"

#include <string>

namespace sonde {
namespace {

// The statements that made the tables, then those of the indexes, each by name.
std::string tables_of(Database& database) {
  std::string tables;
  Statement rows(database, "SELECT ifnull(sql, '') FROM sqlite_schema ORDER BY type DESC, name");
  while (rows.step()) tables += std::string(rows.text(0)) + ";\n";
  return tables;
}

// Whether an application_id is that of any version.
bool is_of_family(std::int64_t id, const Schema& schema) {
  return id >= schema.family && id < schema.family + 256;
}

}  // namespace

SchemaStanding standing_of(Database& database, const Schema& schema) {
  const std::int64_t id = database.number("PRAGMA application_id");
  const std::int64_t version = database.number("PRAGMA user_version");
  const std::string tables = tables_of(database);
  if (id == 0 && version == 0 && tables.empty()) return SchemaStanding::kEmpty;
  const bool known = tables == schema.sql;
  if (id == schema.family + version) {
    if (version > schema.version) return SchemaStanding::kNewer;
    if (known && version >= schema.oldest) return SchemaStanding::kOurs;
  }
  if (known || is_of_family(id, schema))
    throw Malformed("the header and the tables contradict each other");
  return SchemaStanding::kForeign;
}

void create(Database& database, const Schema& schema) {
  database.run(schema.sql);
  database.run("PRAGMA application_id=" + std::to_string(schema.family + schema.version));
  database.run("PRAGMA user_version=" + std::to_string(schema.version));
}

}  // namespace sonde
