#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sonde {

// Thrown if SQLite finds a file malformed, or a column is not of the type that was written. The
// code that opened the file decides what to do.
class Malformed : public std::exception {
 public:
  explicit Malformed(std::string why) : why_(std::move(why)) {}
  const char* what() const noexcept override { return why_.c_str(); }

 private:
  std::string why_;
};

inline void require(bool sound, const char* why) {
  if (!sound) throw Malformed(why);
}

enum class Access {
  kShared,     // read and written, other processes too (waits 60 s for them)
  kExclusive,  // a new file, with no journal on disk
  kImmutable,  // only read, never written
  kSalvage,    // a truncated or malformed file, as far as it goes (its log stays as it is)
};

// A connection. Errors of all calls: Malformed, else kOutside. One thread at a time.
class Database {
 public:
  Database(const std::filesystem::path& file, Access access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& sql);
  std::int64_t number(const std::string& sql);  // the first column of the first row
  bool writable();  // from the file's header (a malformed one may forbid writing)

 private:
  friend class Statement;
  void set_up(Access access);
  [[noreturn]] void fail(int code) const;

  std::filesystem::path file_;
  Access access_;
  sqlite3* db_ = nullptr;
};

// A prepared statement. Bound and read values must not outlive the next step().
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Places count from 1, columns from 0.
  Statement& bind(int place, std::int64_t number);
  Statement& bind_text(int place, std::string_view text);
  Statement& bind_blob(int place, std::string_view bytes);
  bool step();  // whether there is a row
  void reset();
  void run();  // for statements without rows: step() and reset()

  std::int64_t integer(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;
  std::string_view text_or_blob(int column) const;

 private:
  void check(int code) const;
  std::string_view bytes(int column, int type) const;

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

// Rolls back without commit().
class Transaction {
 public:
  enum class Kind { kRead, kWrite };
  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();
  void commit_and_begin();  // another one that writes

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace sonde
