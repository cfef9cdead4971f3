#include "apps/server/request.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "apps/server/request_json.h"
#include "base/parse.h"
#include "data/spec_text.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace beast = boost::beast;
using beast::http::field;
// Boost.Beast's parser. It stops at the end of the head: the RequestGuard decides whether a body is
// read.
using HeadParser = beast::http::request_parser<beast::http::empty_body>;
using HeadFields = beast::http::fields;

constexpr const char* kTooShort = "the request ends early, or came too slowly";

std::string string_of(beast::string_view text) { return {text.data(), text.size()}; }

std::vector<std::string> all_values(const HeadFields& fields, field name) {
  std::vector<std::string> values;
  for (auto [it, end] = fields.equal_range(name); it != end; ++it) {
    values.push_back(string_of(it->value()));
  }
  return values;
}

std::string decoded(std::string_view text) {
  try {
    return percent_decoded(text);
  } catch (const Error&) {
    throw HttpError(400, "the address has a % without two hexadecimal digits");
  }
}

std::optional<std::string> token_in(std::string_view query) {
  constexpr std::string_view kName = "token=";
  for (const auto part : parts_of(query, '&')) {
    if (part.starts_with(kName)) return decoded(part.substr(kName.size()));
  }
  return std::nullopt;
}

// `address`: the path and, after a '?', the query. A part after '#' is not meant for servers.
void read_address(RequestHead& head, std::string_view address) {
  address = address.substr(0, address.find('#'));
  const auto path = address.substr(0, address.find('?'));
  head.path = decoded(path);
  if (head.method != "GET" || head.path != "/" || path.size() == address.size()) return;
  if (const auto token = token_in(address.substr(path.size() + 1))) head.token = *token;
}

void read_length(RequestHead& head, const HeadFields& fields) {
  const auto lengths = all_values(fields, field::content_length);
  if (lengths.size() == 1) head.length = parse_number<std::uint64_t>(lengths.front());
  const bool unclear = !lengths.empty() && !head.length;
  head.encoded =
      unclear || fields.count(field::transfer_encoding) + fields.count(field::content_encoding) > 0;
}

ReceivedHead received(const HeadParser::value_type& message) {
  ReceivedHead received;
  received.head.method = string_of(message.method_string());
  received.head.hosts = all_values(message, field::host);
  received.head.origins = all_values(message, field::origin);
  received.head.token = string_of(message["X-Sonde-Token"]);
  received.head.content_type = string_of(message[field::content_type]);
  received.head.wants_page =
      string_of(message[field::accept]).find("text/html") != std::string::npos;
  read_address(received.head, string_of(message.target()));
  read_length(received.head, message);
  received.awaits_continue =
      message.version() > 10 && beast::iequals(message[field::expect], "100-continue");
  return received;
}

// Takes bytes of the head from the beginning of `unread`. `left`: how many the head may still have.
std::size_t parse(HeadParser& parser, std::string_view unread, std::size_t left) {
  beast::error_code code;
  const std::size_t size = std::min(unread.size(), left);
  const std::size_t taken = parser.put(boost::asio::buffer(unread.data(), size), code);
  const bool needs_more = code == beast::http::error::need_more;
  if (code && !needs_more) throw HttpError(400, "a bad request: " + code.message());
  if (needs_more && size == left) {
    throw HttpError(431, "the head has more than " + std::to_string(kLongestHead) + " bytes");
  }
  return taken;
}

}  // namespace

std::optional<ReceivedHead> read_head(const NextBytes& next) {
  HeadParser parser;
  parser.skip(true);
  parser.header_limit(2 * kLongestHead);  // ours counts all parts of the head
  std::string unread;
  std::size_t taken = 0;
  for (bool begun = false; !parser.is_header_done(); begun = true) {
    const auto bytes = next();
    if (bytes.empty() && !begun) return std::nullopt;
    if (bytes.empty()) throw HttpError(400, kTooShort);
    unread.append(bytes);
    const std::size_t now = parse(parser, unread, kLongestHead - taken);
    unread.erase(0, now);
    taken += now;
  }
  ReceivedHead head = received(parser.get());
  head.behind = std::move(unread);
  return head;
}

std::string read_body(std::string begun, std::size_t length, const NextBytes& next) {
  std::string body = std::move(begun);
  while (body.size() < length) {
    const auto bytes = next();
    if (bytes.empty()) throw HttpError(400, kTooShort);
    body.append(bytes);
  }
  body.resize(length);
  return body;
}

}  // namespace sonde
