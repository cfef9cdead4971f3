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

}  // namespace

SchemaStanding standing_of(Database& database, const Schema& schema) {
  const std::int64_t id = database.number("PRAGMA application_id");
  const std::int64_t version = database.number("PRAGMA user_version");
  const std::string tables = tables_of(database);
  if (id == 0 && version == 0 && tables.empty()) return SchemaStanding::kEmpty;
  const bool known = tables == schema.sql;
  const bool agreed = id == schema.family + version;
  const bool readable = version >= schema.oldest && version <= schema.version;
  if (agreed && readable && known) return SchemaStanding::kOurs;
  if (agreed && version > schema.version) return SchemaStanding::kNewer;
  const bool family = id >= schema.family && id < schema.family + 256;
  if (known || family) throw Malformed("the header and the tables contradict each other");
  return SchemaStanding::kForeign;
}

void create(Database& database, const Schema& schema) {
  database.run(schema.sql);
  database.run("PRAGMA application_id=" + std::to_string(schema.family + schema.version));
  database.run("PRAGMA user_version=" + std::to_string(schema.version));
}

}  // namespace sonde
