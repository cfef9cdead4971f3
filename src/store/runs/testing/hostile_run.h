// Run files that no writer makes, their checksums right, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "store/database/sqlite.h"
#include "store/runs/run_parts.h"

namespace sonde::samples {

using HostileParts = std::vector<std::pair<PartKey, std::string>>;

inline void write_parts(const std::filesystem::path& file, const HostileParts& parts,
                        const Schema& schema = kRunSchema) {
  Database database(file, Access::kExclusive);
  Transaction transaction(database, Transaction::Kind::kWrite);
  create(database, schema);
  Statement add(database,
                "INSERT OR IGNORE INTO parts(kind, task, subject, measurement, block, checksum, "
                "body) VALUES(?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [key, body] : parts) {
    const std::string checksum = part_checksum(key, body);
    bind(add, key).bind_blob(6, checksum).bind_text(7, body).run();
  }
  transaction.commit();
}

}  // namespace sonde::samples
