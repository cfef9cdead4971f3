#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "sonde/digest.h"

namespace sonde {

// A question to a server. Equal questions of different draws are different questions.
struct Question {
  std::string url;
  std::string body;
  std::uint64_t draw = 0;
};

Digest question_digest(const Question& question);

struct LedgerRecord {
  Question question;
  std::string answer;
  std::uint64_t number = 0;  // the line's own
};

// The lines of a ledger that don't count.
struct LedgerFlaws {
  std::size_t damaged = 0;  // there, and unreadable
  std::size_t missing = 0;  // removed, at the end too
};

// Counts the flaws of lines that it gets in order.
class LedgerCount {
 public:
  void add(const std::optional<LedgerRecord>& line);
  // After the last line. `confirmed`: as many as the file once had.
  void finish(std::uint64_t confirmed);
  const LedgerFlaws& flaws() const { return flaws_; }
  std::uint64_t lines() const { return lines_; }  // includes missing ones

 private:
  LedgerFlaws flaws_;
  std::uint64_t lines_ = 0;
};

// A line of a ledger with its end: a checksum and JSON. Texts are UTF-8. `number`: which line it
// is, from 1, so that a missing one is noticed. 0 for none, as in ledgers of earlier versions.
std::string ledger_line(const LedgerRecord& record, std::uint64_t number = 0);
// The record of a line without its end. Nothing if the line is damaged.
std::optional<LedgerRecord> read_ledger_line(std::string_view line);

// Gives all sound records of a ledger's file in order, also while another process has it, and
// reports which lines don't count. It skips a line that is being written. Without a file there are
// no records. Errors: kInput for a file that is not a ledger, kOutside.
LedgerFlaws read_ledger(const std::filesystem::path& file,
                        const std::function<void(LedgerRecord&&)>& take);

// Questions with their answers in a file that only grows: one line each, with a checksum. The first
// line counts the others. It is written after they are on disk, so a kill leaves it too low, never
// too high. A record survives a kill at any moment and a power cut once keep() returns. Opening the
// ledger removes a last line that was cut short. Other damaged lines are ignored. One process at a
// time. Safe to use from several threads. Errors of all calls: kOutside, also if another process
// has the ledger, kInput for a file that is not a ledger.
class Ledger {
 public:
  explicit Ledger(const std::filesystem::path& file);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  std::optional<std::string> find(const Question& question) const;
  void keep(const Question& question, std::string_view answer);

  const LedgerFlaws& flaws() const { return count_.flaws(); }  // when it was opened

 private:
  struct Span {
    std::uint64_t begin, length;
  };
  void begin_file();
  void write_count();
  void read_all();
  void take_line(std::string_view line, std::uint64_t begin);
  void append(std::string_view bytes);
  [[noreturn]] void fail(const char* what) const;

  std::string name_;
  int file_;
  std::uint64_t end_ = 0;
  LedgerCount count_;
  std::uint64_t last_ = 0;  // number of the last line
  bool counts_ = true;      // files of earlier versions have no count
  std::uint64_t confirmed_ = 0;
  mutable std::mutex mutex_;
  std::map<Digest, Span> lines_;
};

}  // namespace sonde
