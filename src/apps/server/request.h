// A request, read from bytes that any program may have sent.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "apps/server/request_guard.h"

namespace sonde {

inline constexpr std::size_t kLongestHead = std::size_t{1} << 16;  // bytes of line and headers

// Returns the next bytes of a connection, any number of them. Empty at its end.
using NextBytes = std::function<std::string_view()>;

struct ReceivedHead {
  RequestHead head;
  bool awaits_continue = false;  // sends its body after "100 Continue"
  std::string behind{};          // bytes that came with the head: the beginning of the body
};

// Nothing if the connection ends before its first byte. Errors: HttpError 400 if the bytes are not
// HTTP/1.1 or 1.0, or end early. 431 if the head is longer than kLongestHead.
std::optional<ReceivedHead> read_head(const NextBytes& next);

// A body of `length` bytes that starts with `begun`, whose further bytes are dropped. Errors:
// HttpError 400 if it ends early.
std::string read_body(std::string begun, std::size_t length, const NextBytes& next);

}  // namespace sonde
