#include "outside/programs/child_pipes.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>

#include "base/printable.h"
#include "formats/utf8.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLastWords{1000};  // between the end of a stream and the child's own
constexpr std::size_t kKeptErrors = 4096;
constexpr std::size_t kShownErrors = 1000;
constexpr std::size_t kShownLines = 12;

// Writes like write(), but a missing reader is only an error, never a signal.
::ssize_t write_quietly(int descriptor, std::string_view bytes) {
  ::sigset_t pipe, before, pending;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::sigpending(&pending);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ::ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && !::sigismember(&pending, SIGPIPE)) {
    const ::timespec now{};
    while (::sigtimedwait(&pipe, nullptr, &now) < 0 && errno == EINTR) continue;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// Appends what is there to be read. False at the end of the stream.
bool read_some(const Descriptor& stream, std::string& text) {
  std::array<char, 65536> buffer;
  const ::ssize_t got = ::read(stream.number(), buffer.data(), buffer.size());
  if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

// The last lines, as one.
std::string last_lines(const std::string& text) {
  std::string shown;
  std::size_t end = text.size();
  for (std::size_t line = 0; line < kShownLines && end > 0;) {
    const auto newline = text.find_last_of("\r\n", end - 1);
    const std::size_t begin = newline == text.npos ? 0 : newline + 1;
    const auto first = std::min(text.find_first_not_of(" \t", begin), end);
    if (first < end) {
      const std::string part = text.substr(first, end - first);
      shown = shown.empty() ? part : part + " | " + shown;
      ++line;
    }
    end = begin == 0 ? 0 : begin - 1;
  }
  if (shown.size() > kShownErrors) shown = "..." + shown.substr(shown.size() - kShownErrors);
  return valid_utf8(std::move(shown));
}

std::string shown_command(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::string valid_utf8(std::string text) {
  for (auto at = find_invalid_utf8(text); at != text.npos; at = find_invalid_utf8(text)) {
    text[at] = '?';
  }
  return text;
}

void SilenceNote::begin(milliseconds patience) {
  begun_ = std::chrono::steady_clock::now();
  patience_ = patience;
}

void SilenceNote::look(const std::vector<std::string>& words) {
  if (is_told_ || !note_ || std::chrono::steady_clock::now() - begun_ < after_) return;
  is_told_ = true;
  std::string command;
  for (const auto& word : words) command += (command.empty() ? "" : " ") + word;
  note_("waiting for output of '" + shortened(command, 80) + "', " + shown_seconds(patience_) +
        " at most (timeout=SECONDS); Ctrl-C stops");
}

std::string shown_seconds(milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (time.count() % 1000 != 0) text += "." + std::to_string(1000 + time.count() % 1000).substr(1);
  return text + " s";
}

ChildPipes::ChildPipes(std::vector<std::string> words) : words_(std::move(words)), child_(words_) {}

void ChildPipes::serve(milliseconds pause) {
  std::array<::pollfd, 3> streams{{{all_sent() ? -1 : child_.input().number(), POLLOUT, 0},
                                   {child_.output().number(), POLLIN, 0},
                                   {child_.errors().number(), POLLIN, 0}}};
  const int ready = ::poll(streams.data(), streams.size(), static_cast<int>(pause.count()));
  if (ready == 0 && child_.ended(milliseconds(0))) {
    read_output();
    output_ended_ = true;  // another process holds the pipe open
  }
  if (ready <= 0) return;
  if (streams[0].revents != 0) write();
  if (streams[1].revents != 0) read_output();
  if (streams[2].revents != 0) read_errors();
}

void ChildPipes::write() {
  const auto written =
      write_quietly(child_.input().number(), std::string_view(pending_).substr(written_));
  if (written >= 0) {
    written_ += static_cast<std::size_t>(written);
  } else if (errno != EAGAIN && errno != EINTR) {
    refused_ = true;
  }
  if (!all_sent()) return;
  pending_.clear();
  written_ = 0;
}

void ChildPipes::read_output() {
  if (!output_ended_ && !read_some(child_.output(), output_)) output_ended_ = true;
}

void ChildPipes::read_errors() {
  if (child_.errors().number() < 0) return;
  if (!read_some(child_.errors(), errors_)) child_.errors().close();
  if (errors_.size() > 2 * kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
}

void ChildPipes::fail_ended(const std::string& otherwise, const std::string& where,
                            const std::string& advice) {
  fail(child_.ended(kLastWords).value_or(otherwise) + where, advice);
}

void ChildPipes::fail(const std::string& message, const std::string& advice, std::size_t line) {
  constexpr int kMostReads = 64;  // more than a pipe holds
  child_.kill();
  for (int i = 0; i < kMostReads; ++i) read_errors();
  const std::string last = last_lines(errors_);
  throw outside_error(message + (last.empty() ? "; it wrote nothing to standard error"
                                              : "; its standard error ends: " + last),
                      {shown_command(words_), line}, advice);
}

}  // namespace sonde
