#include "outside/replies/ledger.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/atomic_file.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::string_view kFirstLine = "sonde ledger 1\n";
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

LedgerFlaws read_ledger(const std::filesystem::path& file,
                        const std::function<void(LedgerRecord&&)>& take) {
  if (!std::filesystem::exists(file)) return {};
  const std::string bytes = read_file(file, kLargestLedger);
  if (!bytes.starts_with(kFirstLine)) {
    if (kFirstLine.starts_with(bytes)) return {};
    throw no_ledger(file.string());
  }
  LedgerCount count;
  std::string_view rest = std::string_view(bytes).substr(kFirstLine.size());
  for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    auto record = read_ledger_line(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    count.add(record);
    if (record) take(std::move(*record));
  }
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
  std::array<char, kFirstLine.size()> start{};
  const auto read = ::pread(file_, start.data(), start.size(), 0);
  if (read < 0) fail("cannot read the ledger");
  const std::string_view found(start.data(), static_cast<std::size_t>(read));
  if (!kFirstLine.starts_with(found)) {
    throw no_ledger(name_);
  }
  if (found != kFirstLine) {
    append(kFirstLine);
    sync_folder_of(name_);
  }
  end_ = kFirstLine.size();
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
}

void Ledger::take_line(std::string_view line, std::uint64_t begin) {
  const auto record = read_ledger_line(line);
  count_.add(record);
  last_ = count_.lines();
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
