#include "outside/hub/hub_client.h"

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "base/counted.h"
#include "outside/http/json_server.h"
#include "outside/http/quoted_text.h"
#include "outside/http/secret_redaction.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::uint64_t kPart = std::uint64_t{8} << 20;  // bytes that are requested at once

HubOptions checked(HubOptions options) {
  JsonServerOptions server;
  server.url = options.endpoint;
  server.key = options.token;
  check_server(server);
  while (options.endpoint.ends_with('/')) options.endpoint.pop_back();
  return options;
}

// http://host:port
std::string_view origin_of(std::string_view url) {
  const auto host = url.find("://");
  return host == url.npos ? url : url.substr(0, url.find_first_of("/?#", host + 3));
}

std::string url_of_path(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != kPlain.npos) {
      text += c;
    } else {
      text += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return text;
}

bool has_bytes(const HttpAnswer& answer, std::uint64_t from) {
  if (answer.status == 206) {
    return answer.range.starts_with("bytes " + std::to_string(from) + "-");
  }
  return answer.status == 200 && from == 0;  // all of it
}

bool is_redirect(const HttpAnswer& answer) {
  return answer.outcome == HttpOutcome::kAnswered && answer.status / 100 == 3 &&
         !answer.location.empty();
}

}  // namespace

HubClient::HubClient(HubOptions options)
    : options_(checked(std::move(options))), client_(options_.limits) {}

HubListing HubClient::list(const std::string& model, const std::string& revision) {
  std::string path = url_of_path(revision);
  for (auto at = path.find('/'); at != path.npos; at = path.find('/', at))
    path.replace(at, 1, "%2F");
  const std::string url =
      options_.endpoint + "/api/models/" + url_of_path(model) + "/revision/" + path + "?blobs=true";
  for (std::size_t tried = 1;; ++tried) {
    const HttpAnswer answer = get(url, "");
    if (answer.outcome == HttpOutcome::kAnswered && answer.status == 200) {
      return read_hub_listing(answer.body, url);
    }
    if (!may_pass(answer) || tried >= options_.retry.tries) fail(url, answer, told(answer));
    wait(url, answer, tried);
  }
}

void HubClient::fetch(const std::string& model, const std::string& commit, const HubFile& file,
                      std::uint64_t from, const std::function<void(std::string_view)>& take) {
  const std::string url = options_.endpoint + "/" + url_of_path(model) + "/resolve/" + commit +
                          "/" + url_of_path(file.name);
  for (std::size_t tried = 1; from < file.size; ++tried) {
    const auto last = std::min(from + kPart, file.size) - 1;
    const HttpAnswer answer = get(url, std::to_string(from) + "-" + std::to_string(last));
    const bool given = has_bytes(answer, from) && !answer.body.empty();
    if (given) {
      if (answer.body.size() > file.size - from) {
        fail(url, answer, "gives more than the " + counted(file.size, "byte") + " of the file");
      }
      take(answer.body);
      from += answer.body.size();
      tried = 0;
    } else if (!may_pass(answer) || tried >= options_.retry.tries) {
      fail(url, answer, told(answer));
    }
    if (answer.outcome != HttpOutcome::kAnswered || !given)
      wait(url, answer, std::max<std::size_t>(tried, 1));
  }
}

HttpAnswer HubClient::get(const std::string& url, const std::string& range) {
  constexpr int kMostRedirects = 5;
  std::string at = url;
  for (int redirects = 0;; ++redirects) {
    HttpAnswer answer = send(at, range);
    if (answer.outcome == HttpOutcome::kStopped) {
      throw Error(ErrorKind::kInterrupted, "stopped; downloaded files are saved", {},
                  "the same command continues");
    }
    if (!is_redirect(answer)) return answer;
    if (redirects == kMostRedirects) fail(url, answer, "redirects too often");
    at = answer.location.starts_with('/') ? std::string(origin_of(at)) + answer.location
                                          : answer.location;
    check_url(at);
  }
}

// Only the hub itself gets the token.
HttpAnswer HubClient::send(const std::string& url, const std::string& range) {
  HttpRequest request{url};
  request.as_it_is = true;
  if (!range.empty()) request.headers.push_back("Range: bytes=" + range);
  if (!options_.token.empty() && origin_of(url) == origin_of(options_.endpoint)) {
    request.headers.push_back("Authorization: Bearer " + options_.token);
  }
  return client_.send(request, options_.stop);
}

void HubClient::wait(const std::string& url, const HttpAnswer& answer, std::size_t tried) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kNap{50};
  const auto asked = asked_wait(answer, std::chrono::system_clock::now());
  if (asked && *asked > options_.retry.longest_wait) {
    fail(url, answer, told(answer) + ", and wants a longer wait");
  }
  options_.note(url + ": " + told(answer) + "; trying again");
  const auto end = Clock::now() + asked.value_or(own_pause(options_.retry, tried));
  while (Clock::now() < end && !options_.stop()) std::this_thread::sleep_for(kNap);
}

std::string HubClient::told(const HttpAnswer& answer) const {
  if (answer.outcome != HttpOutcome::kAnswered) {
    return without_key(answer.failure, options_.token);
  }
  const std::string status = "answered " + std::to_string(answer.status);
  if (answer.status == 200 || answer.status == 206) return status + " with other bytes than asked";
  return answer.body.empty() ? status
                             : status + ": " + shown(without_key(answer.body, options_.token));
}

void HubClient::fail(const std::string& url, const HttpAnswer& answer,
                     const std::string& what) const {
  const bool unknown = answer.status == 401 || answer.status == 403 || answer.status == 404;
  throw outside_error(what, {url},
                      unknown ? "check the name and the revision; a private model needs HF_TOKEN"
                              : "downloaded files are saved; the same command continues");
}

}  // namespace sonde
