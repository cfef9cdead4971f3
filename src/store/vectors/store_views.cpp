#include <unistd.h>

#include <algorithm>
#include <optional>

#include "sonde/error.h"
#include "store/database/file_lock.h"
#include "store/vectors/store_file.h"
#include "store/vectors/stored_vector.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Neither a lock nor SQLite's files can be made next to a store without write permission.
bool can_be_written(const fs::path& place) {
  return ::access(place.c_str(), W_OK) == 0 && ::access(place.parent_path().c_str(), W_OK) == 0;
}

// Calls the work on an existing store. Never makes or repairs one.
template <class Work>
auto with_store(const fs::path& file, FileLock::Kind kind, const Work& work) {
  refuse_foreign(file);
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) {
    throw input_error("there is no vector store here", {file.string()},
                      "a run with --store makes one");
  }
  const bool looks_only = kind == FileLock::Kind::kShared && !can_be_written(place_of(file));
  std::optional<FileLock> lock;
  if (!looks_only) lock.emplace(lock_of(place_of(file)), kind);
  try {
    Database database(file, looks_only ? Access::kImmutable : Access::kShared);
    // Left so by a process that was ended while it made the store.
    if (standing_of(database, kStoreSchema) == SchemaStanding::kEmpty)
      return decltype(work(database))();
    require_store(database, file);
    return work(database);
  } catch (const Malformed& malformed) {
    throw input_error("the vector store is damaged: " + std::string(malformed.what()),
                      {file.string()}, "the next run that uses it repairs it");
  }
}

struct NumberedView {
  std::int64_t id;
  StoredView stored;
};

std::vector<NumberedView> views_of(Database& database) {
  std::vector<NumberedView> views;
  Statement rows(database,
                 "SELECT id, what, numerics, name, "
                 "(SELECT count(*) FROM vectors WHERE view = views.id), "
                 "ifnull((SELECT length(vector) FROM vectors WHERE view = views.id LIMIT 1), 0) "
                 "FROM views ORDER BY what, numerics");
  while (rows.step()) {
    const auto vectors = static_cast<std::uint64_t>(rows.integer(4));
    const auto bytes = vectors * static_cast<std::uint64_t>(rows.integer(5));
    views.push_back({rows.integer(0),
                     {std::string(rows.text(1)), std::string(rows.text(2)),
                      std::string(rows.text(3)), vectors, bytes}});
  }
  return views;
}

bool is_named(const std::string& what, std::span<const std::string> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
    return prefix == "all" || what.starts_with(prefix);
  });
}

void check_named(const std::vector<NumberedView>& views, std::span<const std::string> prefixes) {
  for (const auto& prefix : prefixes) {
    const auto begins_so = [&](const NumberedView& view) {
      return view.stored.what.starts_with(prefix);
    };
    if (prefix == "all" || std::ranges::any_of(views, begins_so)) continue;
    throw usage_error("no view's digest begins with '" + prefix + "'",
                      "`sonde store` lists the views");
  }
}

std::uint64_t remove(Database& database, std::span<const std::string> prefixes) {
  std::uint64_t removed = 0;
  Transaction transaction(database, Transaction::Kind::kWrite);
  const auto views = views_of(database);
  check_named(views, prefixes);
  for (const NumberedView& view : views) {
    if (!is_named(view.stored.what, prefixes)) continue;
    const std::string id = std::to_string(view.id);
    database.run("DELETE FROM vectors WHERE view = " + id + "; DELETE FROM views WHERE id = " + id);
    removed += view.stored.vectors;
  }
  transaction.commit();
  return removed;
}

}  // namespace

std::vector<StoredView> stored_views(const fs::path& file) {
  std::vector<StoredView> stored;
  with_store(file, FileLock::Kind::kShared, [&](Database& database) {
    for (NumberedView& view : views_of(database)) stored.push_back(std::move(view.stored));
  });
  std::stable_sort(stored.begin(), stored.end(),
                   [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  return stored;
}

std::uint64_t prune_store(const fs::path& file, std::span<const std::string> prefixes) {
  if (std::any_of(prefixes.begin(), prefixes.end(), [](const auto& one) { return one.empty(); })) {
    throw usage_error("an empty name would remove everything", "use 'all' to mean that");
  }
  // Alone, so that no reader prevents the log from being written back and cut.
  return with_store(file, FileLock::Kind::kExclusive, [&](Database& database) {
    const std::uint64_t removed = remove(database, prefixes);
    database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
    return removed;
  });
}

}  // namespace sonde
