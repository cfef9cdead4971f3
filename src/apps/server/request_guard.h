// Access control of the server, decided before a request's body is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

struct RequestHead {
  std::string method, path;
  std::vector<std::string> hosts, origins;  // all headers of the name
  std::string token;                        // from the header, or the address of the page
  std::string content_type;
  bool wants_page = false;                // a browser that opens an address, not a program
  bool encoded = false;                   // in chunks or compressed: its length isn't known
  std::optional<std::uint64_t> length{};  // body length
};

struct RefusedRequest {
  int status = 0;
  std::string why;
};

inline constexpr std::size_t kLongestBody = std::size_t{1} << 20;
inline constexpr std::size_t kLongestUpload = std::size_t{8} << 20;  // if its path is in `uploads`

// Credentials that a server accepts.
struct GuardKeys {
  std::vector<std::string> tokens;  // each lets in
  // Another origin of its pages, "https://NAME" or "https://NAME:PORT". May be empty.
  std::string origin{};
  std::vector<std::string> uploads{};  // paths of requests that send a whole text
};

// Admits only same-origin pages that have a token. This excludes pages of other sites, even under a
// name that resolves to this machine, and other users of the machine.
class RequestGuard {
 public:
  RequestGuard(int port, GuardKeys keys);

  // Nothing if the request may pass.
  std::optional<RefusedRequest> refusal(const RequestHead& head) const;

 private:
  bool is_local_host(std::string_view host) const;
  bool is_own_host(std::string_view host) const;
  bool is_own_origin(std::string_view origin) const;
  bool knows_token(std::string_view token) const;
  std::size_t longest_body(const RequestHead& head) const;

  std::string port_;  // includes the colon, empty for 80
  GuardKeys keys_;
};

// "http://127.0.0.1:PORT" as browsers send it, which leave out port 80.
std::string loopback_url(int port);

// 128 bits of the system's random, in hexadecimal. Errors: kOutside.
std::string new_token();

}  // namespace sonde
