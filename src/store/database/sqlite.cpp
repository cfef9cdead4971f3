#include "store/database/sqlite.h"

#include <sqlite3.h>

#include <cerrno>

#include "base/ascii.h"
#include "base/open_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr int kPatience = 60'000;  // milliseconds

bool is_malformed(int code) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // the SQL is ours and constant, so the file is at fault
    case SQLITE_INTERNAL:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
    case SQLITE_FORMAT:
    case SQLITE_SCHEMA:
      return true;
    default:
      return false;
  }
}

// The system's last error for a file that SQLite could not read, or 0 if it gave none.
int read_error_of(sqlite3* db, int which_file) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(db, "main", which_file, &file);
  if (file == nullptr || file->pMethods == nullptr) return 0;
  int error = 0;
  file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
  return error == EIO || error == ENXIO || error == ERANGE ? error : 0;
}

// SQLite takes these errors for a malformed file (SQLITE_IOERR_CORRUPTFS, then SQLITE_CORRUPT),
// which they need not be.
int read_error(sqlite3* db) {
  if (db == nullptr) return 0;
  const int error = read_error_of(db, SQLITE_FCNTL_FILE_POINTER);
  return error != 0 ? error : read_error_of(db, SQLITE_FCNTL_JOURNAL_POINTER);
}

bool is_plain_in_uri(char c) {
  return ascii::is_letter(c) || ascii::is_digit(c) || c == '/' || c == '.' || c == '-';
}

// Everything but plain letters is escaped: a name may hold '?' or '#'.
std::string immutable_uri(const std::filesystem::path& file) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    const auto byte = static_cast<unsigned char>(c);
    uri += is_plain_in_uri(c) ? std::string(1, c)
                              : std::string{'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return uri + "?immutable=1";
}

int open(const std::filesystem::path& file, Access access, sqlite3*& db) {
  if (access == Access::kImmutable) {
    return sqlite3_open_v2(immutable_uri(file).c_str(), &db,
                           SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  }
  return sqlite3_open_v2(std::filesystem::absolute(file).c_str(), &db,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
}

}  // namespace

Database::Database(const std::filesystem::path& file, Access access)
    : file_(file), access_(access) {
  const int code = open(file, access, db_);
  try {
    if (code != SQLITE_OK) fail(code);
    set_up(access);
  } catch (...) {
    sqlite3_close_v2(db_);
    throw;
  }
}

void Database::set_up(Access access) {
  sqlite3_busy_timeout(db_, kPatience);
  if (access == Access::kSalvage) {
    sqlite3_db_config(db_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    run("PRAGMA writable_schema=ON");  // lets SQLite read on if pages are missing
    return;
  }
  sqlite3_db_config(db_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  run("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;");
  // NORMAL with a write-ahead log survives the end of the process at any moment. After a power cut
  // the last transactions may be missing, whole.
  if (access == Access::kShared) run("PRAGMA synchronous=NORMAL");
  if (access == Access::kExclusive) {
    // Not OFF, which a defensive connection takes for DELETE, with an extra file.
    run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
        "PRAGMA secure_delete=ON;");
  }
}

Database::~Database() { sqlite3_close_v2(db_); }

void Database::fail(int code) const {
  const std::string why = db_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(db_);
  // A damaged file can make SQLite request gigabytes. If it is only read, nothing is lost if memory
  // was short instead. Others would be set aside.
  const bool asked_too_much = (code & 0xff) == SQLITE_NOMEM && access_ == Access::kImmutable;
  const bool malformed = is_malformed(code) || asked_too_much;
  if (malformed || (code & 0xff) == SQLITE_IOERR) {
    if (const int error = read_error(db_)) throw cannot_read(file_, error);
  }
  if (malformed) throw Malformed(why);
  throw outside_error("SQLite: " + why, {file_.string()},
                      "check the folder's permissions, free space and other users of the file");
}

void Database::run(const std::string& sql) {
  const int code = sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const std::string& sql) {
  Statement statement(*this, sql);
  if (!statement.step()) throw Malformed("no answer to " + sql);
  return statement.integer(0);
}

bool Database::writable() { return sqlite3_db_readonly(db_, "main") == 0; }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  const int code = sqlite3_prepare_v2(database_.db_, sql.data(), static_cast<int>(sql.size()),
                                      &statement_, nullptr);
  if (code != SQLITE_OK) database_.fail(code);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) {
    throw outside_error("SQLite cannot take the value: " + std::string(sqlite3_errstr(code)),
                        {database_.file_.string()});
  }
}

Statement& Statement::bind(int place, std::int64_t number) {
  check(sqlite3_bind_int64(statement_, place, number));
  return *this;
}

Statement& Statement::bind_text(int place, std::string_view text) {
  check(
      sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(int place, std::string_view bytes) {
  // A null pointer would bind NULL.
  check(sqlite3_bind_blob64(statement_, place, bytes.empty() ? "" : bytes.data(), bytes.size(),
                            SQLITE_STATIC));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  database_.fail(code);
}

void Statement::reset() { sqlite3_reset(statement_); }

void Statement::run() {
  step();
  reset();
}

std::int64_t Statement::integer(int column) const {
  if (sqlite3_column_type(statement_, column) != SQLITE_INTEGER) {
    throw Malformed("a column is not an integer");
  }
  return sqlite3_column_int64(statement_, column);
}

std::string_view Statement::text_or_blob(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::string_view Statement::bytes(int column, int type) const {
  if (sqlite3_column_type(statement_, column) != type) throw Malformed("a column's type is wrong");
  return text_or_blob(column);
}

std::string_view Statement::text(int column) const { return bytes(column, SQLITE_TEXT); }
std::string_view Statement::blob(int column) const { return bytes(column, SQLITE_BLOB); }

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.run(kind == Kind::kWrite ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const std::exception&) {  // SQLite has rolled back by itself
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

void Transaction::commit_and_begin() {
  commit();
  database_.run("BEGIN IMMEDIATE");
  open_ = true;
}

}  // namespace sonde
