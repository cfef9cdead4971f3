#include "outside/line_child.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "formats/utf8.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kGlance{100};  // how long a dead child that left its pipes open goes unseen
constexpr milliseconds kLastWords{1000};  // between the end of a stream and the child's own
constexpr std::size_t kKeptErrors = 4096;
constexpr std::size_t kShownErrors = 1000;
constexpr std::size_t kShownLines = 12;

// Writes as write() does, but that nobody reads is only an error, never a signal.
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

std::string valid_utf8(std::string text) {
  for (auto at = find_invalid_utf8(text); at != text.npos; at = find_invalid_utf8(text)) {
    text[at] = '?';
  }
  return text;
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

std::string seconds(milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (time.count() % 1000 != 0) text += "." + std::to_string(1000 + time.count() % 1000).substr(1);
  return text + " s";
}

}  // namespace

// A line on its way to the child.
class LineChild::Request {
 public:
  explicit Request(std::string_view line) : bytes_(std::string(line) + '\n') {}

  bool done() const { return written_ == bytes_.size(); }
  bool refused() const { return refused_; }

  void write(const Descriptor& input) {
    const auto written = write_quietly(input.number(), std::string_view(bytes_).substr(written_));
    if (written >= 0) {
      written_ += static_cast<std::size_t>(written);
    } else if (errno != EAGAIN && errno != EINTR) {
      refused_ = true;
    }
  }

 private:
  std::string bytes_;
  std::size_t written_ = 0;
  bool refused_ = false;
};

LineChild::LineChild(LineChildOptions options)
    : options_(std::move(options)), child_(options_.words) {}

std::string LineChild::ask(std::string_view request) {
  check_silent();
  Request sent(request);
  exchange(sent);
  std::string line = output_.substr(0, scanned_);
  output_.erase(0, scanned_ + 1);
  scanned_ = 0;
  ++lines_;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

// What came unasked would be taken for the next answer.
void LineChild::check_silent() {
  read_output();
  if (output_.empty()) return;
  fail("wrote more than one line as an answer, or one before it was asked: '" +
           valid_utf8(output_.substr(0, 80)) + "'",
       "standard output is for answers, one line each: print all else to standard error",
       lines_ + 1);
}

void LineChild::exchange(Request& request) {
  const auto deadline = Clock::now() + options_.patience;
  for (;;) {
    scanned_ = std::min(output_.find('\n', scanned_), output_.size());
    if (scanned_ > options_.longest) {
      fail("an answer is longer than " + std::to_string(options_.longest) + " bytes",
           "ask for less at once: batch=N");
    }
    if (request.done() && scanned_ < output_.size()) return;
    if (options_.stop()) {
      child_.kill();
      throw Error(ErrorKind::kInterrupted, "stopped while an answer was awaited");
    }
    if (request.refused()) fail_ended("closed its standard input");
    if (output_ended_) fail_ended("closed its standard output");
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      fail("gave no answer within " + seconds(options_.patience) +
               (request.done() ? "" : " and did not read its request") + "; it was killed",
           "timeout=SECONDS gives it more");
    }
    serve(request, std::min(left, kGlance));
  }
}

// Moves what can be moved, and waits at most so long until something can.
void LineChild::serve(Request& request, milliseconds pause) {
  std::array<::pollfd, 3> streams{{{request.done() ? -1 : child_.input().number(), POLLOUT, 0},
                                   {child_.output().number(), POLLIN, 0},
                                   {child_.errors().number(), POLLIN, 0}}};
  const int ready = ::poll(streams.data(), streams.size(), static_cast<int>(pause.count()));
  if (ready == 0 && child_.ended(milliseconds(0))) {
    read_output();
    output_ended_ = true;  // another process holds the pipe open
  }
  if (ready <= 0) return;
  if (streams[0].revents != 0) request.write(child_.input());
  if (streams[1].revents != 0) read_output();
  if (streams[2].revents != 0) read_errors();
}

void LineChild::read_output() {
  if (!output_ended_ && !read_some(child_.output(), output_)) output_ended_ = true;
}

void LineChild::read_errors() {
  if (child_.errors().number() < 0) return;
  if (!read_some(child_.errors(), errors_)) child_.errors().close();
  if (errors_.size() > 2 * kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
}

void LineChild::reject(const std::string& message, const std::string& advice) {
  fail(message, advice, lines_);
}

void LineChild::fail_ended(const std::string& otherwise) {
  const bool half = scanned_ > 0 && scanned_ == output_.size();
  const auto how = child_.ended(kLastWords);
  fail(how.value_or(otherwise) + (half ? " in the middle of a line" : " without an answer"),
       "run it by itself and give it a request by hand");
}

void LineChild::fail(const std::string& message, const std::string& advice, std::size_t line) {
  constexpr int kMostReads = 64;  // more than a pipe holds
  child_.kill();
  for (int i = 0; i < kMostReads; ++i) read_errors();
  const std::string last = last_lines(errors_);
  throw outside_error(message + (last.empty() ? "; it wrote nothing to standard error"
                                              : "; its standard error ends: " + last),
                      {shown_command(options_.words), line}, advice);
}

}  // namespace sonde
