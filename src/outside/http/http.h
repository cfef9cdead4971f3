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
  std::string proxy{};                          // empty: none, even if the environment has one
  std::string certificates{};  // a file (PEM) of trusted ones (empty: the system's)
};

struct HttpRequest {
  std::string url;                     // http or https
  std::vector<std::string> headers{};  // "Name: value"
  std::string body{};                  // sent by POST (empty: GET)
  bool as_it_is = false;               // whether the answer may not be packed on its way
};

enum class HttpOutcome {
  kAnswered,  // any status
  kPassing,   // incomplete, another try may succeed
  kLasting,   // no whole answer, and none to be expected
  kStopped,   // `stop` returned true
};

struct HttpAnswer {
  HttpOutcome outcome = HttpOutcome::kLasting;
  std::string failure{};  // why the answer isn't whole
  long status = 0;
  // Headers, empty if missing. range: Content-Range.
  std::string type{}, retry_after{}, date{}, location{}, range{};
  std::string body{};  // if the answer isn't whole, its beginning
};

// A client that reuses its connection. Redirects are not followed, cookies and .netrc not used,
// certificates checked. One thread at a time.
class HttpClient {
 public:
  explicit HttpClient(HttpLimits limits);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // `stop` is called about 20 times per second, also while nothing comes.
  HttpAnswer send(const HttpRequest& request, const std::function<bool()>& stop);

 private:
  struct Handle;
  HttpLimits limits_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sonde
