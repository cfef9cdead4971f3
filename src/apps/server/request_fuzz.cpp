#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <tuple>

#include "apps/server/request.h"
#include "apps/server/request_json.h"

namespace {

using namespace sonde;

const std::string kFuzzToken = "0123456789abcdef0123456789abcdef";

// The parts of a request that were read. Empty if it was refused.
struct ReadRequest {
  std::optional<ReceivedHead> received{};
  std::optional<std::string> body{};
};

ReadRequest read_in_portions(std::string_view bytes, std::size_t portion) {
  const NextBytes next = [&] {
    const auto part = bytes.substr(0, portion);
    bytes.remove_prefix(part.size());
    return part;
  };
  ReadRequest request;
  try {
    request.received = read_head(next);
    if (!request.received || request.received->head.length > kLongestUpload) return request;
    const auto length = request.received->head.length.value_or(0);
    request.body = read_body(request.received->behind, length, next);
  } catch (const HttpError&) {
  }
  return request;
}

auto all_of(const ReceivedHead& received) {
  const RequestHead& head = received.head;
  return std::tuple(head.method, head.path, head.hosts, head.origins, head.token, head.content_type,
                    head.encoded, head.length, received.awaits_continue);
}

bool is_same(const ReadRequest& first, const ReadRequest& second) {
  if (first.received.has_value() != second.received.has_value()) return false;
  if (!first.received) return true;
  return all_of(*first.received) == all_of(*second.received) && first.body == second.body;
}

// What the RequestGuard lets in needs no further check.
bool is_welcome(const RequestHead& head) {
  const bool known = head.method == "GET" || head.method == "POST" || head.method == "DELETE";
  return known && head.token == kFuzzToken && head.hosts.size() == 1 && !head.encoded &&
         head.length.value_or(0) <= kLongestUpload;
}

}  // namespace

// The first byte sets how many bytes come at a time, which makes no difference.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = read_in_portions(bytes, std::max<std::size_t>(bytes.size(), 1));
  if (!is_same(whole, read_in_portions(bytes, 1 + std::size_t{data[0]}))) std::abort();
  if (!whole.received) return 0;
  const RequestGuard guard(8080, {{kFuzzToken}});
  if (!guard.refusal(whole.received->head) && !is_welcome(whole.received->head)) std::abort();
  return 0;
}
