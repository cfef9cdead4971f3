#include "store/runs/block_file.h"

#include <functional>

#include "sonde/error.h"
#include "store/database/found_file.h"
#include "store/database/sqlite.h"
#include "store/runs/block_parts.h"
#include "store/runs/run_parts.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Parts as in a run file: kind `plan`, and those of each block.
const Schema kSchema{0x736e6d00,  // "snm"
                     1, 1, kRunSchema.sql};

void refuse_others(const fs::path& file) {
  if (may_be_replaced(file, kSchema)) return;
  throw input_error("does not belong to a run, but measurements would be stored there",
                    {file.string()}, "move it away, or choose another --out");
}

}  // namespace

Digest digest_of_items(std::span<const Digest> digests) {
  Hasher hasher;
  for (const auto& digest : digests) hasher.add(digest);
  return hasher.finish();
}

struct BlockFile::Open {
  explicit Open(const fs::path& file)
      : database(file, Access::kShared), standing(standing_of(database, kSchema)) {
    if (standing == SchemaStanding::kOurs) prepare();
  }

  void create_tables() {
    database.run("PRAGMA journal_mode=WAL");
    Transaction transaction(database, Transaction::Kind::kWrite);
    create(database, kSchema);
    transaction.commit();
    prepare();
  }

  void prepare() {
    find.emplace(database, kFindPart);
    add.emplace(database,
                "INSERT OR REPLACE INTO parts(kind, task, subject, measurement, block, checksum, "
                "body) VALUES(?, ?, ?, ?, ?, ?, ?)");
  }

  // Nothing if it is missing or damaged.
  std::optional<std::string> body(const PartKey& key) {
    find->reset();
    if (!bind(*find, key).step()) return std::nullopt;
    std::string found(find->blob(1));
    const bool sound = find->blob(0) == part_checksum(key, found);
    find->reset();
    return sound ? std::optional(std::move(found)) : std::nullopt;
  }

  void put(const PartKey& key, std::string_view body) {
    bind(*add, key).bind_blob(6, part_checksum(key, body)).bind_blob(7, body).run();
  }

  Database database;
  SchemaStanding standing;
  std::optional<Statement> find, add;
};

BlockFile::BlockFile(const fs::path& file, const std::string& plan) : file_(file), plan_(plan) {
  refuse_others(file_);
  try {
    open_ = std::make_unique<Open>(file_);
    if (open_->standing == SchemaStanding::kOurs && open_->body({"plan"}) == plan_) return;
  } catch (const Malformed&) {
  }
  make();
}

BlockFile::~BlockFile() = default;

void BlockFile::make() {
  open_.reset();
  remove_database(file_);
  open_ = std::make_unique<Open>(file_);
  open_->create_tables();
  open_->put({"plan"}, plan_);
}

void remove_block_file(const fs::path& file) { remove_if_ours(file, kSchema); }

std::optional<MeasuredBlock> BlockFile::find(const BlockPlace& place, std::size_t views) {
  try {
    return block_from_parts([&](const PartKey& key) { return open_->body(key); }, place, views);
  } catch (const Malformed&) {
    return std::nullopt;
  }
}

void BlockFile::keep(const BlockPlace& place, const MeasuredBlock& block) {
  const auto write = [&] {
    Transaction transaction(open_->database, Transaction::Kind::kWrite);
    block_to_parts([&](const PartKey& key, const std::string& body) { open_->put(key, body); },
                   place, block);
    transaction.commit();
  };
  try {
    write();
  } catch (const Malformed&) {
    make();
    write();
  }
}

}  // namespace sonde
