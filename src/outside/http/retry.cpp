#include "outside/http/retry.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>

#include "base/parse.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kLongestAsked = 366 * 86400;  // seconds

std::optional<std::int64_t> read_date(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::time_t time = curl_getdate(text.c_str(), nullptr);
  return time < 0 ? std::nullopt : std::optional<std::int64_t>(time);
}

std::optional<std::int64_t> seconds_until(const HttpAnswer& answer,
                                          std::chrono::system_clock::time_point now) {
  const auto date = read_date(answer.retry_after);
  if (!date) return std::nullopt;
  const auto from = read_date(answer.date);
  return *date - (from ? *from : std::chrono::system_clock::to_time_t(now));
}

}  // namespace

bool may_pass(const HttpAnswer& answer) {
  constexpr std::array kPassing{429L, 500L, 502L, 503L, 504L};
  if (answer.outcome != HttpOutcome::kAnswered) return answer.outcome == HttpOutcome::kPassing;
  return std::ranges::find(kPassing, answer.status) != kPassing.end();
}

std::optional<milliseconds> asked_wait(const HttpAnswer& answer,
                                       std::chrono::system_clock::time_point now) {
  const auto text = trimmed(answer.retry_after);
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  const std::optional<std::int64_t> wait =
      digits ? parse_number<std::int64_t>(text).value_or(kLongestAsked)
             : seconds_until(answer, now);
  if (!wait) return std::nullopt;
  return std::chrono::seconds(std::clamp<std::int64_t>(*wait, 0, kLongestAsked));
}

milliseconds own_pause(const RetryPolicy& policy, std::size_t tried) {
  milliseconds pause = policy.first_pause;
  for (std::size_t i = 1; i < tried && pause < policy.longest_pause; ++i) pause *= 2;
  return std::min(pause, policy.longest_pause);
}

}  // namespace sonde
