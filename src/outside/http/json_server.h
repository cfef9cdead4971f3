#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "outside/http/http.h"
#include "outside/http/retry.h"
#include "sonde/error.h"

namespace sonde {

struct HttpHeader {
  std::string name, value;
};

struct JsonServerOptions {
  std::string url;                                    // whole request URL
  std::string key{};                                  // never shown or stored (empty: none)
  std::string key_header = "Authorization: Bearer ";  // text before it
  std::vector<HttpHeader> headers{};  // further ones, whose values are hidden like the key
  HttpLimits limits{};
  RetryPolicy retry{};
  // `note` gets each failed try. `stop` returns whether to end. Any thread may call both.
  std::function<void(const std::string&)> note = [](const std::string&) {};
  std::function<bool()> stop = [] { return false; };
};

// Errors: kUsage for a URL that is not http or https or holds a password.
void check_url(const std::string& url);

// Errors: those of check_url(), and kUsage for a key or header that cannot be sent.
void check_server(const JsonServerOptions& options);

// Throws kInterrupted, for users of such a server: finished replies are stored.
[[noreturn]] void throw_asking_stopped();

// A server that replies to POSTed JSON with JSON. Requests are repeated if that may help. Safe to
// use from several threads.
class JsonServer {
 public:
  // Errors: those of check_server().
  explicit JsonServer(JsonServerOptions options);
  ~JsonServer();

  const std::string& url() const { return options_.url; }

  // The text of a JSON object that it replied. Errors: kOutside without one within the tries, or at
  // once if no other try would help, with the URL and the server's message. kInterrupted.
  std::string ask(const std::string& question);

  // The same, but if the server refuses this very question (400, 413, 422), that error is left in
  // `refusal` and the answer is empty: another question may do better. Unless `most_failures` is 0,
  // one of the question's parts may be at fault: NaN and that many times 500 are refusals too.
  std::string ask(const std::string& question, std::optional<Error>& refusal,
                  std::size_t most_failures = 0);

 private:
  HttpAnswer send(const std::string& question);
  std::unique_ptr<HttpClient> take_client();
  void give_back(std::unique_ptr<HttpClient> client);
  void wait(const HttpAnswer& answer, std::size_t tried);
  void sleep(std::chrono::milliseconds pause);
  Error error_of(const HttpAnswer& answer, std::size_t tried, const std::string& more) const;
  [[noreturn]] void fail(const Error& error);
  void throw_first_failure();
  void hide_secrets(HttpAnswer& answer) const;

  JsonServerOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<HttpClient>> idle_;
  std::exception_ptr failure_;  // the first: waiting stops, all who waited throw it
};

}  // namespace sonde
