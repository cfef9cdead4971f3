#include <map>

#include "store/vectors/stored_vector.h"

namespace sonde {
namespace {

// The rows of a table in the order of their first column, an id. Steps over unreadable ones: one by
// one past a page, then in doubling steps.
class LeftRows {
 public:
  LeftRows(Database& database, std::string_view sql) : rows_(database, sql) { restart(); }

  bool next() {
    for (;;) {
      try {
        if (!rows_.step()) return false;
        // Pages that point at each other would give the same rows again and again.
        if (rows_.integer(0) <= last_) throw Malformed("ids do not rise");
        last_ = rows_.integer(0);
        gap_ = 0;
        return true;
      } catch (const std::exception&) {
        if (gap_ > kFarthest || last_ > INT64_MAX - 4 * kFarthest) return false;
        gap_ = gap_ < kOneByOne ? gap_ + 1 : 2 * gap_;
        restart();
      }
    }
  }
  const Statement& row() const { return rows_; }

 private:
  static constexpr std::int64_t kOneByOne = 4096;
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 40;

  void restart() {
    rows_.reset();
    rows_.bind(1, last_ + 1 + gap_);
  }

  Statement rows_;
  std::int64_t last_ = 0;
  std::int64_t gap_ = 0;
};

struct View {
  Digest key;
  std::int64_t id;  // in the new store
};

std::map<std::int64_t, View> salvage_views(Database& from, RecordWriter& into) {
  std::map<std::int64_t, View> views;
  LeftRows rows(from, "SELECT id, what, numerics, name FROM views WHERE id >= ? ORDER BY id");
  while (rows.next()) {
    try {
      const auto what = rows.row().text(1);
      const auto numerics = rows.row().text(2);
      views[rows.row().integer(0)] = {view_key(what, numerics),
                                      into.view(what, numerics, rows.row().text(3))};
    } catch (const Malformed&) {  // then its records are lost
    }
  }
  return views;
}

// Whether the row was sound and is stored.
bool salvage_record(const Statement& row, const std::map<std::int64_t, View>& views,
                    RecordWriter& into) {
  try {
    const auto view = views.find(row.integer(1));
    if (view == views.end()) return false;
    const auto record = sound_record(row, 3, view->second.key, row.blob(2));
    if (record) into.write(view->second.id, view->second.key, *record);
    return record.has_value();
  } catch (const Malformed&) {
    return false;
  }
}

}  // namespace

std::uint64_t salvage(const std::filesystem::path& file, Database& into) {
  constexpr std::uint64_t kRecordsAtOnce = 10'000;  // in memory (there may be millions)
  std::uint64_t damaged = 0;
  Transaction transaction(into, Transaction::Kind::kWrite);
  try {
    Database from(file, Access::kSalvage);
    RecordWriter writer(into);
    const auto views = salvage_views(from, writer);
    LeftRows rows(from,
                  "SELECT id, view, text, checksum, tokens, kept, unknown, undefined, vector "
                  "FROM vectors NOT INDEXED WHERE id >= ? ORDER BY id");
    for (std::uint64_t seen = 1; rows.next(); ++seen) {
      if (!salvage_record(rows.row(), views, writer)) ++damaged;
      if (seen % kRecordsAtOnce != 0) continue;
      transaction.commit_and_begin();
      writer.forget();
    }
  } catch (const std::exception&) {  // nothing more can be read
  }
  transaction.commit();
  return damaged;
}

}  // namespace sonde
