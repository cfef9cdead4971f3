#include "store/measured_blocks.h"

#include <functional>

#include "base/parse.h"
#include "sonde/error.h"
#include "store/found_file.h"
#include "store/run_parts.h"
#include "store/sqlite.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Parts as in a run file: kind `plan`; and of each block `block` (its items and texts) and, a
// view as the measurement, `values` and `remarks`.
const Schema kSchema{0x736e6d00,  // "snm"
                     1, 1, kRunSchema.sql};

void refuse_others(const fs::path& file) {
  if (may_be_replaced(file, kSchema)) return;
  throw input_error("is not of a run, but what is measured is to be kept there", {file.string()},
                    "move it away, or choose another --out");
}

std::string described(const BlockPlace& place, std::uint64_t texts) {
  return place.items.hex() + " " + std::to_string(texts);
}

// The number of texts of a block of these items. Errors: Malformed.
std::optional<std::uint64_t> texts_of(std::string_view description, const BlockPlace& place) {
  const std::string items = place.items.hex() + " ";
  if (!description.starts_with(items)) return std::nullopt;
  description.remove_prefix(items.size());
  const auto texts = parse_number<std::uint64_t>(description);
  if (!texts) throw Malformed("a count is no number");
  return texts;
}

}  // namespace

Digest digest_of_items(std::span<const Digest> digests) {
  Hasher hasher;
  for (const auto& digest : digests) hasher.add(digest);
  return hasher.finish();
}

struct MeasuredBlocks::Open {
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

  // Nothing where it is missing or damaged.
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

MeasuredBlocks::MeasuredBlocks(const fs::path& file, const std::string& plan)
    : file_(file), plan_(plan) {
  refuse_others(file_);
  try {
    open_ = std::make_unique<Open>(file_);
    if (open_->standing == SchemaStanding::kOurs && open_->body({"plan"}) == plan_) return;
  } catch (const Malformed&) {
  }
  make();
}

MeasuredBlocks::~MeasuredBlocks() = default;

void MeasuredBlocks::make() {
  open_.reset();
  remove_database(file_);
  open_ = std::make_unique<Open>(file_);
  open_->create_tables();
  open_->put({"plan"}, plan_);
}

void remove_measured_blocks(const fs::path& file) { remove_if_ours(file, kSchema); }

std::optional<MeasuredBlock> MeasuredBlocks::find(const BlockPlace& place, std::size_t views) {
  try {
    const auto part = [&](const char* kind, std::size_t view = 0) {
      return open_->body({kind, place.task, place.encoder, view, place.block});
    };
    const auto description = part("block");
    const auto texts = description ? texts_of(*description, place) : std::nullopt;
    if (!texts) return std::nullopt;
    MeasuredBlock block{*texts, {}};
    for (std::size_t view = 0; view < views; ++view) {
      const auto values = part("values", view), remarks = part("remarks", view);
      if (!values || !remarks) return std::nullopt;
      block.views.push_back({numbers_from_bytes(*values), remarks_from_json(*remarks)});
    }
    return block;
  } catch (const Malformed&) {
    return std::nullopt;
  }
}

void MeasuredBlocks::keep(const BlockPlace& place, const MeasuredBlock& block) {
  const auto write = [&] {
    Transaction transaction(open_->database, Transaction::Kind::kWrite);
    const auto put = [&](const char* kind, std::size_t view, std::string_view body) {
      open_->put({kind, place.task, place.encoder, view, place.block}, body);
    };
    put("block", 0, described(place, block.texts));
    for (std::size_t view = 0; view < block.views.size(); ++view) {
      put("values", view, to_bytes(block.views[view].values));
      put("remarks", view, to_json(block.views[view].remarks));
    }
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
