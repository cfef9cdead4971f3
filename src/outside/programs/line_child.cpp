#include "outside/programs/line_child.h"

#include <algorithm>
#include <utility>

#include "base/counted.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kGlance{100};  // how long a dead child that left its pipes open goes unseen

}  // namespace

LineChild::LineChild(LineChildOptions options)
    : options_(std::move(options)),
      child_(options_.words),
      silence_(options_.note, options_.silence) {}

std::string LineChild::ask(std::string_view request) {
  check_silent();
  child_.send(request);
  child_.send("\n");
  exchange();
  std::string& output = child_.output();
  std::string line = output.substr(0, scanned_);
  output.erase(0, scanned_ + 1);
  scanned_ = 0;
  ++lines_;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

// Unrequested output would be taken for the next answer.
void LineChild::check_silent() {
  child_.read_output();
  if (child_.output().empty()) return;
  child_.fail(
      "wrote more than one line as an answer, or a line before the request: '" +
          valid_utf8(child_.output().substr(0, 80)) + "'",
      "standard output is for answers, one line each: print everything else to standard error",
      lines_ + 1);
}

void LineChild::exchange() {
  const auto deadline = Clock::now() + options_.patience;
  silence_.begin(options_.patience);
  for (;;) {
    const std::string& output = child_.output();
    scanned_ = std::min(output.find('\n', scanned_), output.size());
    if (scanned_ > options_.longest) {
      child_.fail("an answer is longer than " + counted(options_.longest, "byte"),
                  "send less at once: batch=N");
    }
    if (child_.all_sent() && scanned_ < output.size()) return;
    if (options_.stop()) {
      child_.kill();
      throw Error(ErrorKind::kInterrupted, "stopped while waiting for an answer");
    }
    if (child_.refused()) fail_ended("closed its standard input");
    if (child_.output_ended()) fail_ended("closed its standard output");
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      child_.fail("gave no answer within " + shown_seconds(options_.patience) +
                      (child_.all_sent() ? "" : " and did not read its request") +
                      "; it was killed",
                  "timeout=SECONDS gives it more, or flush each answer: print(..., flush=True)");
    }
    silence_.look(options_.words);
    child_.serve(std::min(left, kGlance));
  }
}

void LineChild::reject(const std::string& message, const std::string& advice) {
  child_.fail(message, advice, lines_);
}

void LineChild::fail_ended(const std::string& otherwise) {
  const bool half = scanned_ > 0 && scanned_ == child_.output().size();
  child_.fail_ended(otherwise, half ? " in the middle of a line" : " without an answer",
                    "run it by itself and give it a request by hand");
}

}  // namespace sonde
