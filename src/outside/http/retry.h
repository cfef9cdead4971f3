#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "outside/http/http.h"

namespace sonde {

struct RetryPolicy {
  std::size_t tries = 6;                           // the first counts
  std::chrono::milliseconds first_pause{1000};     // then twice as long each time
  std::chrono::milliseconds longest_pause{60000};  // our own
  std::chrono::milliseconds longest_wait{600000};  // that a server may ask for
};

// Whether asking again may help: 429, 500, 502, 503, 504, and what broke on the way.
bool may_pass(const HttpAnswer& answer);

// The wait in the answer's Retry-After, a number of seconds or a date (compared with the answer's
// own Date, else `now`). Nothing if it is missing or neither.
std::optional<std::chrono::milliseconds> asked_wait(const HttpAnswer& answer,
                                                    std::chrono::system_clock::time_point now);

// How long to wait after the `tried`th try (from 1), if the server doesn't specify it.
std::chrono::milliseconds own_pause(const RetryPolicy& policy, std::size_t tried);

}  // namespace sonde
