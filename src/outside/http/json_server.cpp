#include "outside/http/json_server.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "base/parse.h"
#include "formats/json/json.h"
#include "outside/http/quoted_text.h"
#include "outside/http/request_headers.h"
#include "outside/http/secret_redaction.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

// HTTP ignores the case of schemes.
bool is_scheme(const std::string& text) {
  return ::strcasecmp(text.c_str(), "http") == 0 || ::strcasecmp(text.c_str(), "https") == 0;
}

std::optional<json> as_object(const std::string& body) {
  try {
    json document = parse_json(body, "");
    if (document.is_object()) return document;
  } catch (const Error&) {
  }
  return std::nullopt;
}

// A server's message of an error, in the forms that servers use.
std::string told(const std::string& body) {
  const auto document = as_object(body);
  if (!document) return body;
  for (const char* name : {"error", "message", "detail"}) {
    const auto found = document->find(name);
    if (found == document->end()) continue;
    if (found->is_string()) return found->get<std::string>();
    if (!found->is_object()) continue;
    const auto inner = found->find("message");
    if (inner != found->end() && inner->is_string()) return inner->get<std::string>();
  }
  return body;
}

bool looks_like_html(const HttpAnswer& answer) {
  return answer.type.starts_with("text/html") || trimmed(answer.body).starts_with('<');
}

std::string wrong_body(const HttpAnswer& answer) {
  if (trimmed(answer.body).empty()) return "answered nothing";
  if (answer.body.starts_with("\x1f\x8b")) return "answered gzip without saying so in a header";
  for (const char* number : {"NaN", "Infinity"}) {
    if (answer.body.starts_with('{') && answer.body.find(number) != answer.body.npos) {
      return std::string("answered ") + number + ", which JSON does not have";
    }
  }
  const std::string what =
      looks_like_html(answer) ? "HTML, no JSON: " : "something other than a JSON object: ";
  return "answered " + what + shown(answer.body);
}

// An answer that a closed connection ended too soon begins well.
void check_body(HttpAnswer& answer) {
  if (answer.outcome != HttpOutcome::kAnswered || answer.status != 200) return;
  if (as_object(answer.body)) return;
  const auto text = trimmed(answer.body);
  const bool begun = text.empty() || (text.starts_with('{') && !text.ends_with('}'));
  answer.outcome = begun ? HttpOutcome::kPassing : HttpOutcome::kLasting;
}

bool is_good(const HttpAnswer& answer) {
  return answer.outcome == HttpOutcome::kAnswered && answer.status == 200;
}

// Whether the question is refused, for any client.
bool is_refusal(const HttpAnswer& answer) {
  constexpr std::array kRefusals{400L, 413L, 422L};
  return answer.outcome == HttpOutcome::kAnswered &&
         std::ranges::find(kRefusals, answer.status) != kRefusals.end();
}

bool has_no_number(const std::string& body) {
  return body.starts_with('{') &&
         (body.find("NaN") != body.npos || body.find("Infinity") != body.npos);
}

// One part of the question may be what the server can't compute.
bool is_fault_of_a_part(const HttpAnswer& answer, std::size_t tried, std::size_t most_failures) {
  if (most_failures == 0) return false;
  if (answer.outcome == HttpOutcome::kLasting) return has_no_number(answer.body);
  return answer.outcome == HttpOutcome::kAnswered && answer.status == 500 && tried >= most_failures;
}

std::string problem(const HttpAnswer& answer) {
  if (answer.outcome != HttpOutcome::kAnswered) {
    return answer.failure.empty() ? wrong_body(answer) : shown(answer.failure);
  }
  const std::string status = "answered " + std::to_string(answer.status);
  if (!answer.location.empty() && answer.status / 100 == 3) {
    return status + ", a redirect to " + shown(answer.location);
  }
  return trimmed(answer.body).empty() ? status : status + ": " + shown(told(answer.body));
}

std::string advice(const HttpAnswer& answer) {
  if (answer.outcome == HttpOutcome::kPassing) {
    return "is the server running and the time-out long enough? answers so far are saved";
  }
  if (answer.outcome == HttpOutcome::kLasting || answer.status == 404 || answer.status / 100 == 3) {
    return "check the URL, which often ends in /v1, and the model's name";
  }
  if (answer.status == 401 || answer.status == 403) return "check the key";
  if (may_pass(answer)) return "finished work is saved; try again later";
  return "check the model's name and the options";
}

// A short key is a placeholder for a server that needs none, and could be a word of an answer.
bool is_secret(const std::string& key) {
  constexpr std::size_t kShortest = 12;
  return key.size() >= kShortest;
}

std::string in_seconds(milliseconds time) {
  const auto tenths = (time.count() + 99) / 100;
  const std::string rest = tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10);
  return std::to_string(tenths / 10) + rest + " s";
}

}  // namespace

void check_url(const std::string& url) {
  const auto colon = url.find("://");
  if (!is_scheme(url.substr(0, colon)) || colon == url.npos || colon + 3 == url.size()) {
    throw usage_error(shown(url) + " is not a URL of a server",
                      "it begins with http:// or https://, such as http://127.0.0.1:8080/v1");
  }
  const auto host = url.substr(colon + 3);
  if (host.substr(0, host.find_first_of("/?#")).find('@') != host.npos) {
    throw usage_error("the server's URL holds a user or a password", "give the key separately");
  }
  const auto odd = [](char c) { return c <= ' ' || c >= '\x7f'; };
  if (std::ranges::any_of(url, odd)) {
    throw usage_error(shown(url) + " is not a URL", "percent-encode characters outside ASCII");
  }
}

void check_server(const JsonServerOptions& options) {
  check_url(options.url);
  check_headers(options);
}

void throw_asking_stopped() {
  throw Error(ErrorKind::kInterrupted, "stopped; answers so far are saved", {},
              "the same command continues");
}

JsonServer::JsonServer(JsonServerOptions options) : options_(std::move(options)) {
  check_server(options_);
}

JsonServer::~JsonServer() = default;

std::unique_ptr<HttpClient> JsonServer::take_client() {
  const std::scoped_lock lock(mutex_);
  if (idle_.empty()) return std::make_unique<HttpClient>(options_.limits);
  auto client = std::move(idle_.back());
  idle_.pop_back();
  return client;
}

void JsonServer::give_back(std::unique_ptr<HttpClient> client) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(client));
}

HttpAnswer JsonServer::send(const std::string& question) {
  const HttpRequest request{options_.url, request_headers(options_), question};
  auto client = take_client();
  HttpAnswer answer = client->send(request, options_.stop);
  give_back(std::move(client));
  check_body(answer);
  hide_secrets(answer);
  return answer;
}

std::string JsonServer::ask(const std::string& question) {
  std::optional<Error> refusal;
  std::string answer = ask(question, refusal);
  if (refusal) fail(*refusal);
  return answer;
}

std::string JsonServer::ask(const std::string& question, std::optional<Error>& refusal,
                            std::size_t most_failures) {
  for (std::size_t tried = 1;; ++tried) {
    HttpAnswer answer = send(question);
    if (answer.outcome == HttpOutcome::kStopped) throw_asking_stopped();
    if (is_good(answer)) return std::move(answer.body);
    if (is_refusal(answer) || is_fault_of_a_part(answer, tried, most_failures)) {
      refusal = error_of(answer, tried, "");
      return {};
    }
    if (!may_pass(answer) || tried >= options_.retry.tries) fail(error_of(answer, tried, ""));
    wait(answer, tried);
  }
}

void JsonServer::wait(const HttpAnswer& answer, std::size_t tried) {
  const auto asked = asked_wait(answer, std::chrono::system_clock::now());
  if (asked && *asked > options_.retry.longest_wait) {
    fail(error_of(answer, tried, ", and wants a wait of " + in_seconds(*asked)));
  }
  const milliseconds pause = asked.value_or(own_pause(options_.retry, tried));
  options_.note(options_.url + ": " + problem(answer) + "; trying again in " + in_seconds(pause));
  sleep(pause);
}

void JsonServer::sleep(milliseconds pause) {
  const auto end = std::chrono::steady_clock::now() + pause;
  constexpr milliseconds kNap{50};
  for (;;) {
    if (options_.stop()) throw_asking_stopped();
    throw_first_failure();
    const auto left = end - std::chrono::steady_clock::now();
    if (left <= std::chrono::steady_clock::duration::zero()) return;
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(left, kNap));
  }
}

Error JsonServer::error_of(const HttpAnswer& answer, std::size_t tried,
                           const std::string& more) const {
  const std::string tries = tried > 1 ? " (tried " + std::to_string(tried) + " times)" : "";
  return outside_error(problem(answer) + more + tries, {options_.url}, advice(answer));
}

void JsonServer::fail(const Error& error) {
  {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::make_exception_ptr(error);
  }
  throw error;
}

void JsonServer::throw_first_failure() {
  const std::scoped_lock lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

// Servers quote what they were sent. A message may be cut, so this comes first.
void JsonServer::hide_secrets(HttpAnswer& answer) const {
  const bool good = is_good(answer);
  const auto hide = [&](const std::string& secret) {
    if (good && !is_secret(secret)) return;
    for (std::string* text : {&answer.body, &answer.failure, &answer.location}) {
      *text = without_key(*text, secret);
    }
  };
  hide(options_.key);
  for (const auto& header : options_.headers) {
    hide(header.value);
    for (const auto word : parts_of(header.value, ' ')) {
      if (is_secret(std::string(word))) hide(std::string(word));
    }
  }
}

}  // namespace sonde
