#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/door.h"

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

// Answers HTTP/1.1 on 127.0.0.1, one request a connection; see Door for who may ask. Connections
// are answered by threads of a pool, so `answer` is called on several at once. A request that isn't
// read or answered within ten seconds, the time for `answer` aside, is dropped.
class LoopbackServer {
 public:
  using Answer = std::function<ServedAnswer(const ServedRequest&)>;

  // Port 0: any that is free. Errors: kOutside where it can't be had.
  LoopbackServer(int port, DoorKeys keys, Answer answer);
  ~LoopbackServer();  // stop()

  int port() const;
  void start();
  // Takes no more connections, ends those that still send, and waits for answers that are made.
  void stop();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace sonde
