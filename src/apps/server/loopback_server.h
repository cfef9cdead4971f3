#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apps/server/bounded_stream.h"
#include "apps/server/request_guard.h"

namespace sonde {

struct ServedRequest {
  std::string method, path, body;
  std::string token;  // one of the server's
};

struct ServedAnswer {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::string policy = "default-src 'none'";  // Content-Security-Policy
};

inline constexpr std::size_t kConnections = 128;  // served at once, others wait

// Answers HTTP/1.1 on 127.0.0.1, one request per connection; RequestGuard decides who may ask. A
// pool of threads serves the connections, so several call `answer` at once. A connection that
// exceeds a limit is dropped; the time that `answer` takes doesn't count.
class LoopbackServer {
 public:
  using Answer = std::function<ServedAnswer(const ServedRequest&)>;

  // Listens at once. Port 0: any free one. Errors: kOutside if the port is taken.
  LoopbackServer(int port, GuardKeys keys, Answer answer, const StreamLimits& limits = {});
  ~LoopbackServer();  // stop()

  int port() const;
  void start();
  // Refuses further connections, ends those that still send, and waits for running `answer`s.
  void stop();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace sonde
