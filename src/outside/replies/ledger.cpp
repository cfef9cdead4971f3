#include "outside/replies/ledger.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/atomic_file.h"
#include "base/parse.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::string_view kOldFirstLine = "sonde ledger 1\n";  // without a count
constexpr std::string_view kFirstWords = "sonde ledger 2 ";
constexpr std::size_t kCountDigits = 16;
constexpr std::size_t kFirstLineSize = kFirstWords.size() + kCountDigits + 1;
constexpr std::size_t kLongestLine = std::size_t{64} << 20;   // bytes (a longer one is damaged)
constexpr std::size_t kLargestLedger = std::size_t{1} << 30;  // bytes, to be read at once
constexpr std::size_t kSumLength = 32;                        // hexadecimal digits

std::string checksum(std::string_view text) {
  return Hasher().add(text).finish().hex().substr(0, kSumLength);
}

LedgerRecord record_of(const json& document) {
  LedgerRecord record;
  record.question.url = document.at("url").get<std::string>();
  record.question.draw = document.at("draw").get<std::uint64_t>();
  record.question.body = document.at("question").get<std::string>();
  record.answer = document.at("answer").get<std::string>();
  record.number = document.value("line", std::uint64_t{0});
  return record;
}

Error no_ledger(const std::string& file) {
  return input_error("is something else than a ledger", {file},
                     "name another file, or move this one away");
}

std::string first_line(std::uint64_t lines) {
  const std::string count = std::to_string(lines);
  return std::string(kFirstWords) + std::string(kCountDigits - count.size(), '0') + count + "\n";
}

// The first line of a ledger.
struct Start {
  std::size_t size = 0;                      // bytes (0: the line was cut short by a kill)
  std::optional<std::uint64_t> confirmed{};  // lines, by the count
};

// Nothing for a file of another kind.
std::optional<Start> start_of(std::string_view bytes) {
  if (bytes.starts_with(kOldFirstLine)) return Start{kOldFirstLine.size()};
  const auto digits =
      bytes.substr(0, kFirstLineSize - 1).substr(std::min(bytes.size(), kFirstWords.size()));
  const bool begins = kFirstWords.starts_with(bytes.substr(0, kFirstWords.size())) ||
                      kOldFirstLine.starts_with(bytes);
  if (!begins || digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
  if (bytes.size() < kFirstLineSize) return Start{};
  if (bytes[kFirstLineSize - 1] != '\n') return std::nullopt;
  return Start{kFirstLineSize, parse_number<std::uint64_t>(digits).value_or(0)};
}

int open_locked(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) {
    throw outside_error(std::string("cannot open the ledger: ") + std::strerror(errno),
                        {path.string()}, "check the folder and its permissions");
  }
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  ::close(file);
  throw outside_error("another process has this ledger", {path.string()},
                      "wait for it or name another");
}

}  // namespace

Digest question_digest(const Question& question) {
  return Hasher().add(question.url).add(question.body).add(question.draw).finish();
}

std::string ledger_line(const LedgerRecord& record, std::uint64_t number) {
  json document{{"url", record.question.url},
                {"draw", record.question.draw},
                {"question", record.question.body},
                {"answer", record.answer}};
  if (number > 0) document["line"] = number;
  const std::string text = document.dump();
  return checksum(text) + " " + text + "\n";
}

std::optional<LedgerRecord> read_ledger_line(std::string_view line) {
  if (line.size() <= kSumLength || line[kSumLength] != ' ') return std::nullopt;
  const auto text = line.substr(kSumLength + 1);
  if (checksum(text) != line.substr(0, kSumLength)) return std::nullopt;
  try {
    return record_of(parse_json(text, ""));
  } catch (const Error&) {
  } catch (const json::exception&) {
  }
  return std::nullopt;
}

void LedgerCount::add(const std::optional<LedgerRecord>& line) {
  ++lines_;
  if (!line) {
    ++flaws_.damaged;
  } else if (line->number > lines_) {
    flaws_.missing += line->number - lines_;
    lines_ = line->number;
  }
}

void LedgerCount::finish(std::uint64_t confirmed) {
  if (confirmed <= lines_) return;
  flaws_.missing += confirmed - lines_;
  lines_ = confirmed;
}

LedgerFlaws read_ledger(const std::filesystem::path& file,
                        const std::function<void(LedgerRecord&&)>& take) {
  if (!std::filesystem::exists(file)) return {};
  const std::string bytes = read_file(file, kLargestLedger);
  const auto start = start_of(bytes);
  if (!start) throw no_ledger(file.string());
  if (start->size == 0) return {};
  LedgerCount count;
  std::string_view rest = std::string_view(bytes).substr(start->size);
  for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    auto record = read_ledger_line(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    count.add(record);
    if (record) take(std::move(*record));
  }
  count.finish(start->confirmed.value_or(0));
  return count.flaws();
}

Ledger::Ledger(const std::filesystem::path& file) : name_(file.string()), file_(open_locked(file)) {
  try {
    begin_file();
    read_all();
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Ledger::~Ledger() { ::close(file_); }

void Ledger::fail(const char* what) const {
  throw outside_error(std::string(what) + ": " + std::strerror(errno), {name_},
                      "check the disk's space and health; saved answers are intact");
}

// A first line that was cut short is written again.
void Ledger::begin_file() {
  std::array<char, kFirstLineSize> bytes{};
  const auto read = ::pread(file_, bytes.data(), bytes.size(), 0);
  if (read < 0) fail("cannot read the ledger");
  const auto start = start_of({bytes.data(), static_cast<std::size_t>(read)});
  if (!start) throw no_ledger(name_);
  end_ = start->size;
  counts_ = end_ == 0 || start->confirmed.has_value();
  confirmed_ = start->confirmed.value_or(0);
  if (end_ > 0) return;
  const std::string line = first_line(0);
  append(line);
  sync_folder_of(name_);
  end_ = line.size();
}

// Neither synced nor checked: a count that is too low does no harm.
void Ledger::write_count() {
  if (!counts_ || confirmed_ >= last_) return;
  const std::string line = first_line(last_);
  if (::pwrite(file_, line.data(), line.size(), 0) > 0) confirmed_ = last_;
}

void Ledger::read_all() {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::string block(kBlock, '\0'), line;
  std::uint64_t at = end_, begin = end_;
  for (;;) {
    const auto read = ::pread(file_, block.data(), kBlock, static_cast<::off_t>(at));
    if (read < 0) fail("cannot read the ledger");
    if (read == 0) break;
    std::string_view rest(block.data(), static_cast<std::size_t>(read));
    at += rest.size();
    for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      line += rest.substr(0, end);
      take_line(line, begin);
      rest.remove_prefix(end + 1);
      begin = at - rest.size();
      line.clear();
    }
    if (line.size() <= kLongestLine) line += rest;
  }
  end_ = begin;
  if (at != begin && ::ftruncate(file_, static_cast<::off_t>(begin)) != 0) {
    fail("cannot repair the ledger");
  }
  count_.finish(confirmed_);
  last_ = count_.lines();
  write_count();
}

void Ledger::take_line(std::string_view line, std::uint64_t begin) {
  const auto record = read_ledger_line(line);
  count_.add(record);
  if (record) lines_[question_digest(record->question)] = {begin, line.size()};
}

void Ledger::append(std::string_view bytes) {
  std::uint64_t at = end_;
  while (!bytes.empty()) {
    const auto wrote = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<::off_t>(at));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail("cannot write the ledger");
    at += static_cast<std::uint64_t>(wrote);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  if (::fsync(file_) != 0) fail("cannot sync the ledger");
}

// A line that fails half way is written over by the next, or removed when the ledger is opened.
void Ledger::keep(const Question& question, std::string_view answer) {
  const std::scoped_lock lock(mutex_);
  const std::string line = ledger_line({question, std::string(answer)}, last_ + 1);
  append(line);
  ++last_;
  lines_[question_digest(question)] = {end_, line.size() - 1};
  end_ += line.size();
  write_count();
}

std::optional<std::string> Ledger::find(const Question& question) const {
  const std::scoped_lock lock(mutex_);
  const auto found = lines_.find(question_digest(question));
  if (found == lines_.end()) return std::nullopt;
  std::string line(found->second.length, '\0');
  const auto begin = static_cast<::off_t>(found->second.begin);
  const auto read = ::pread(file_, line.data(), line.size(), begin);
  if (read < 0) fail("cannot read the ledger");
  auto record = read_ledger_line({line.data(), static_cast<std::size_t>(read)});
  if (!record) return std::nullopt;
  return std::move(record->answer);
}

}  // namespace sonde
