#pragma once

#include <atomic>

namespace sonde {

// A port of 127.0.0.1, at which connections wait to be accepted.
class Listener {
 public:
  // Port 0: any free one. Errors: kOutside if the port is taken.
  explicit Listener(int port);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }
  // Waits for the next connection. Returns its socket, which doesn't block and belongs to the
  // caller, or -1 after stop(). Any thread.
  int accept() const;
  // Refuses connections from now on, also those that wait. Any thread.
  void stop();
  const std::atomic<bool>& stopped() const { return stopped_; }

 private:
  int socket_, port_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace sonde
