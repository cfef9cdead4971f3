#include "workshop/rating/rate_serve.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "apps/server/loopback_server.h"
#include "apps/server/request_guard.h"
#include "base/ascii.h"
#include "sonde/error.h"
#include "workshop/rating/rate_api.h"
#include "workshop/rating/rater_answers.h"

namespace sonde {
namespace {

std::string without_own_port(std::string address) {
  for (const auto& [begin, end] : {std::pair("https://", ":443"), std::pair("http://", ":80")}) {
    if (address.starts_with(begin) && address.ends_with(end)) {
      address.resize(address.size() - std::string_view(end).size());
    }
  }
  return address;
}

// Whether it is http://NAME or https://NAME, perhaps with a port, and nothing after it.
bool is_origin(const std::string& address) {
  const bool has_scheme = address.starts_with("https://") || address.starts_with("http://");
  const auto name = address.find("://") + 3;
  return has_scheme && name < address.size() &&
         address.find_first_of("/?#@ \t\r\n", name) == address.npos;
}

// Browsers send a name of other letters in punycode, which a request's Host is compared with.
void check_ascii(const std::string& address) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(address, is_ascii)) return;
  throw usage_error("'" + address + "' has letters outside ASCII",
                    "write the name as browsers send it, in punycode: https://xn--...");
}

// The address as browsers send it: without its end, in lower case, without its scheme's own port.
std::string origin_of(std::string address) {
  if (address.ends_with('/')) address.pop_back();
  std::ranges::transform(address, address.begin(), ascii::lower);
  address = without_own_port(std::move(address));
  check_ascii(address);
  if (address.empty() || is_origin(address)) return address;
  throw usage_error("'" + address + "' is not an address of a server",
                    "use --address https://NAME or https://NAME:PORT");
}

std::vector<std::string> tokens_of(const RatingProject& project) {
  std::vector<std::string> tokens;
  for (const auto& rater : project.raters) tokens.push_back(rater.token);
  return tokens;
}

}  // namespace

void serve_rating(const RateServePlan& plan, Observer& observer,
                  const std::function<void(const RatingLinks& links)>& ready) {
  constexpr auto kLook = std::chrono::milliseconds(50);
  const std::string origin = origin_of(plan.address);
  AnswerBook book(plan.project, read_project(plan.project));
  const std::string organiser = new_token();
  RateApi api(book, organiser);
  auto tokens = tokens_of(book.project());
  tokens.push_back(organiser);
  LoopbackServer server(plan.port, {std::move(tokens), origin},
                        [&](const ServedRequest& request) { return api.answer(request); });
  server.start();
  const std::string base = origin.empty() ? loopback_url(server.port()) : origin;
  RatingLinks links{base + "/?token=" + organiser, {}, book.flaws()};
  for (std::size_t i = 0; i < book.project().raters.size(); ++i) {
    const Rater& rater = book.project().raters[i];
    links.raters.push_back(
        {rater.name, base + "/?token=" + rater.token, book.done(i), rater.turns.size()});
  }
  ready(links);
  while (!observer.stop()) std::this_thread::sleep_for(kLook);
  server.stop();
}

}  // namespace sonde
