#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sonde {

struct HttpLimits {
  std::chrono::milliseconds connect{10000};
  std::chrono::milliseconds whole{120000};      // from the connection to the answer's last byte
  std::size_t longest = std::size_t{16} << 20;  // bytes of an answer's body, unpacked
  std::string proxy{};                          // empty: none, whatever the environment says
  std::string certificates{};  // a file (PEM) of those that are trusted; empty: the system's
};

struct HttpRequest {
  std::string url;                     // http or https
  std::vector<std::string> headers{};  // "Name: value"
  std::string body{};                  // sent by POST; empty: GET
  bool as_it_is = false;               // whether the answer may not be packed on its way
};

enum class HttpOutcome {
  kAnswered,  // with any status
  kPassing,   // no whole answer; another try may go better
  kLasting,   // no whole answer, and none to be expected
  kStopped,   // because `stop` said so
};

struct HttpAnswer {
  HttpOutcome outcome = HttpOutcome::kLasting;
  std::string failure{};  // why there is no whole answer
  long status = 0;
  // Headers; empty where there is none. range: Content-Range.
  std::string type{}, retry_after{}, date{}, location{}, range{};
  std::string body{};  // where there is no whole answer, what came of it
};

// A client that keeps its connection. Redirects are not followed, cookies and .netrc not used,
// certificates checked. One thread at a time.
class HttpClient {
 public:
  explicit HttpClient(HttpLimits limits);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // `stop` is asked about 20 times a second, also while nothing comes.
  HttpAnswer send(const HttpRequest& request, const std::function<bool()>& stop);

 private:
  struct Handle;
  HttpLimits limits_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sonde
