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

// What is asked of a server. Equal questions of different draws are different questions.
struct Question {
  std::string url;
  std::string body;
  std::uint64_t draw = 0;
};

Digest question_digest(const Question& question);

struct LedgerRecord {
  Question question;
  std::string answer;
  std::uint64_t number = 0;  // as its line says
};

// The lines of a ledger that don't count.
struct LedgerFlaws {
  std::size_t damaged = 0;  // there, and unreadable
  std::size_t missing = 0;  // between others; whether any are missing at the end, nothing tells
};

// Counts the flaws of lines that it gets in order.
class LedgerCount {
 public:
  void add(const std::optional<LedgerRecord>& line);
  const LedgerFlaws& flaws() const { return flaws_; }
  std::uint64_t lines() const { return lines_; }  // with the missing ones

 private:
  LedgerFlaws flaws_;
  std::uint64_t lines_ = 0;
};

// A line of a ledger with its end: a checksum and JSON. Texts are UTF-8. `number`: which line it
// is, from 1, so that a missing one is noticed; 0 for none, as ledgers of earlier versions have it.
std::string ledger_line(const LedgerRecord& record, std::uint64_t number = 0);
// The record of a line without its end; nothing where the line is damaged.
std::optional<LedgerRecord> read_ledger_line(std::string_view line);

// Gives all sound records of a ledger's file in order, also while another process has it, and says
// which lines don't count. What is being written is passed over; without a file there is
// nothing. Errors: kInput for a file that is no ledger, kOutside.
LedgerFlaws read_ledger(const std::filesystem::path& file,
                        const std::function<void(LedgerRecord&&)>& take);

// Questions with their answers in a file that only grows: a line each, with a checksum. What
// keep() has taken when it returns survives a kill at any moment and a power cut. A last line that
// was cut short is removed when the ledger is opened; other damaged lines count as not there. One
// process at a time; safe to use from several threads. Errors of all calls: kOutside, also where
// another process has the ledger; kInput for a file that is no ledger.
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
  void read_all();
  void take_line(std::string_view line, std::uint64_t begin);
  void append(std::string_view bytes);
  [[noreturn]] void fail(const char* what) const;

  std::string name_;
  int file_;
  std::uint64_t end_ = 0;
  LedgerCount count_;
  std::uint64_t last_ = 0;  // number of the last line
  mutable std::mutex mutex_;
  std::map<Digest, Span> lines_;
};

}  // namespace sonde
