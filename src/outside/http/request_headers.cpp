#include "outside/http/request_headers.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "outside/http/json_server.h"
#include "outside/http/quoted_text.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// HTTP ignores the case of names.
bool is_same(const std::string& one, const std::string& other) {
  return ::strcasecmp(one.c_str(), other.c_str()) == 0;
}

// Headers of the body, the connection and the proxy, which options or libcurl settle.
constexpr std::array<const char*, 14> kOwn{"Accept",
                                           "Accept-Encoding",
                                           "Connection",
                                           "Content-Encoding",
                                           "Content-Length",
                                           "Content-Type",
                                           "Expect",
                                           "Host",
                                           "Keep-Alive",
                                           "Proxy-Authorization",
                                           "TE",
                                           "Trailer",
                                           "Transfer-Encoding",
                                           "Upgrade"};

void check_key(const std::string& key) {
  const auto odd = [](char c) { return c <= ' ' || c >= '\x7f'; };
  if (!std::ranges::any_of(key, odd)) return;
  throw usage_error("the server's key contains a space or a character outside ASCII",
                    "its file must contain nothing else");
}

// RFC 9110, section 5.6.2: a token.
bool is_header_name(const std::string& name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  const auto is_allowed = [&](char c) {
    return ascii::is_letter(c) || ascii::is_digit(c) || kMarks.find(c) != kMarks.npos;
  };
  return !name.empty() && std::ranges::all_of(name, is_allowed);
}

void check_header(const HttpHeader& header) {
  if (!is_header_name(header.name)) {
    throw usage_error(shown(header.name) + " is not a name of an HTTP header",
                      "write a name such as api-key");
  }
  if (std::ranges::any_of(kOwn, [&](const char* own) { return is_same(header.name, own); })) {
    throw usage_error("the header " + header.name + " is set by sonde", "leave it out");
  }
  const auto unprintable = [](char c) { return c < ' ' || c >= '\x7f'; };
  if (!std::ranges::any_of(header.value, unprintable)) return;
  throw usage_error("the value of the header " + header.name + " isn't plain ASCII in one line",
                    "check the variable that it comes from");
}

std::string name_of_key(const JsonServerOptions& options) {
  return options.key.empty() ? "" : options.key_header.substr(0, options.key_header.find(':'));
}

}  // namespace

void check_headers(const JsonServerOptions& options) {
  check_key(options.key);
  const std::string of_key = name_of_key(options);
  for (auto header = options.headers.begin(); header != options.headers.end(); ++header) {
    check_header(*header);
    const auto has_its_name = [&](const HttpHeader& one) {
      return is_same(one.name, header->name);
    };
    if (std::any_of(options.headers.begin(), header, has_its_name)) {
      throw usage_error("the header " + header->name + " is given twice", "give it once");
    }
    if (is_same(header->name, of_key)) {
      throw usage_error("the key is sent as the header " + of_key + ", which is given as well",
                        "give one of the two");
    }
  }
}

std::vector<std::string> request_headers(const JsonServerOptions& options) {
  // libcurl would wait a second for leave to send a body over 1 MiB.
  std::vector<std::string> lines{"Content-Type: application/json", "Accept: application/json",
                                 "Expect:"};
  if (!options.key.empty()) lines.push_back(options.key_header + options.key);
  for (const auto& [name, value] : options.headers) lines.push_back(name + ": " + value);
  return lines;
}

}  // namespace sonde
