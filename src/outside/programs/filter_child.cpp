#include "outside/programs/filter_child.h"

#include <algorithm>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;
using Now = std::chrono::steady_clock;

constexpr milliseconds kLongestPause{100};
constexpr milliseconds kEndsSoon{5000};  // after its output

}  // namespace

FilterChild::FilterChild(FilterChildOptions options, std::string_view input)
    : options_(std::move(options)), child_(options_.words), silence_(options_.note, kSilence) {
  child_.send(input);
}

std::size_t FilterChild::read(std::span<char> out) {
  std::string& output = child_.output();
  if (output.empty() && !child_.output_ended()) wait();
  if (output.empty()) check_end();
  const std::size_t count = std::min(out.size(), output.size());
  std::copy_n(output.begin(), count, out.begin());
  output.erase(0, count);
  return count;
}

// For output, or its end. A child that reads no more may still write.
void FilterChild::wait() {
  const auto deadline = Now::now() + options_.patience;
  silence_.begin(options_.patience);
  while (child_.output().empty() && !child_.output_ended()) {
    if (options_.stop()) {
      child_.kill();
      throw Error(ErrorKind::kInterrupted, "stopped while a command was running");
    }
    if (child_.all_sent() || child_.refused()) child_.close_input();
    const auto left = std::chrono::ceil<milliseconds>(deadline - Now::now());
    if (left.count() <= 0) {
      child_.fail("wrote nothing for " + shown_seconds(options_.patience) + "; it was killed",
                  "timeout=SECONDS gives it more");
    }
    silence_.look(options_.words);
    child_.serve(std::min(left, kLongestPause));
  }
}

void FilterChild::check_end() {
  const auto how = child_.ended(kEndsSoon);
  if (how == "ended with exit status 0") return;
  child_.fail(how.value_or("closed its standard output but is still running"),
              "run it by itself, and give it sentences by hand");
}

}  // namespace sonde
