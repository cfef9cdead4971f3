#include "apps/server/request_guard.h"

#include <openssl/crypto.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/counted.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kLongestPath = 200;
constexpr std::array<std::string_view, 2> kOwnNames{"127.0.0.1", "localhost"};

// Browsers leave out the port of their scheme.
std::string port_text(int port) {
  constexpr int kHttp = 80;
  return port == kHttp ? std::string() : ":" + std::to_string(port);
}

std::optional<RefusedRequest> refuse_body(const RequestHead& head, std::size_t longest) {
  if (head.encoded)
    return RefusedRequest{415, "send the body as it is: not in chunks, not compressed"};
  if (head.length.value_or(0) > longest) {
    return RefusedRequest{413, "the body has more than " + counted(longest, "byte")};
  }
  if (head.method != "POST") return std::nullopt;
  if (!head.length) return RefusedRequest{411, "send the body's Content-Length"};
  if (!head.content_type.starts_with("application/json")) {
    return RefusedRequest{415, "the body must be application/json"};
  }
  return std::nullopt;
}

}  // namespace

RequestGuard::RequestGuard(int port, GuardKeys keys)
    : port_(port_text(port)), keys_(std::move(keys)) {}

std::string loopback_url(int port) { return "http://127.0.0.1" + port_text(port); }

bool RequestGuard::is_local_host(std::string_view host) const {
  return std::ranges::any_of(
      kOwnNames, [&](std::string_view name) { return host == std::string(name) + port_; });
}

bool RequestGuard::is_own_host(std::string_view host) const {
  const auto scheme = keys_.origin.find("://");
  if (scheme == std::string::npos) return is_local_host(host);
  return host == std::string_view(keys_.origin).substr(scheme + 3) || is_local_host(host);
}

bool RequestGuard::is_own_origin(std::string_view origin) const {
  constexpr std::string_view kScheme = "http://";
  if (!keys_.origin.empty() && origin == keys_.origin) return true;
  return origin.starts_with(kScheme) && is_local_host(origin.substr(kScheme.size()));
}

// In the same time wherever it differs from them.
bool RequestGuard::knows_token(std::string_view token) const {
  bool known = false;
  for (const auto& own : keys_.tokens) {
    known |= token.size() == own.size() && CRYPTO_memcmp(token.data(), own.data(), own.size()) == 0;
  }
  return known;
}

std::size_t RequestGuard::longest_body(const RequestHead& head) const {
  const bool is_upload = std::ranges::find(keys_.uploads, head.path) != keys_.uploads.end();
  return is_upload ? kLongestUpload : kLongestBody;
}

std::optional<RefusedRequest> RequestGuard::refusal(const RequestHead& head) const {
  if (head.hosts.size() != 1 || !is_own_host(head.hosts.front())) {
    return RefusedRequest{
        403, "this server answers at 127.0.0.1" + port_ + " and localhost" + port_ + " alone"};
  }
  const auto is_own = [&](const std::string& origin) { return is_own_origin(origin); };
  if (!std::ranges::all_of(head.origins, is_own)) {
    return RefusedRequest{403, "pages of other sites may not ask"};
  }
  if (!knows_token(head.token)) {
    return RefusedRequest{
        403, "this link is incomplete or wrong: open the full link that you were given"};
  }
  if (head.method != "GET" && head.method != "POST" && head.method != "DELETE") {
    return RefusedRequest{405, "GET, POST and DELETE are known"};
  }
  if (head.path.size() > kLongestPath) return RefusedRequest{404, "page not found"};
  return refuse_body(head, longest_body(head));
}

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw outside_error("the system gives no random numbers: " + std::string(std::strerror(errno)));
  }
  std::string token;
  for (const unsigned char byte : bytes) {
    for (const int digit : {byte >> 4, byte & 15}) token += "0123456789abcdef"[digit];
  }
  return token;
}

}  // namespace sonde
