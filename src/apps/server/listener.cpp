#include "apps/server/listener.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr int kBacklog = 512;  // connections that wait

Error cannot_listen(int port, int error) {
  return outside_error(
      "cannot listen at port " + std::to_string(port) + " of 127.0.0.1: " + std::strerror(error),
      {}, "choose another --port; 0: any free port");
}

sockaddr_in loopback_address(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Returns whether all calls succeeded, else errno has the reason. SO_REUSEADDR lets a server start
// right after another ended at this port. SO_REUSEPORT would let another program listen along.
bool listen_at(int socket, int port) {
  const int yes = 1;
  const sockaddr_in address = loopback_address(port);
  return ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
         ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
         ::listen(socket, kBacklog) == 0;
}

int port_of(int socket) {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.sin_port);
}

}  // namespace

Listener::Listener(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (socket_ < 0) throw cannot_listen(port, errno);
  if (!listen_at(socket_, port)) {
    const int error = errno;
    ::close(socket_);
    throw cannot_listen(port, error);
  }
  port_ = port_of(socket_);
}

Listener::~Listener() { ::close(socket_); }

int Listener::accept() const {
  constexpr std::chrono::milliseconds kPause(50);
  while (!stopped_) {
    const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) return socket;
    const bool passes = errno == EINTR || errno == ECONNABORTED;
    // Else the process is out of files or memory, until other connections end.
    if (!passes && !stopped_) std::this_thread::sleep_for(kPause);
  }
  return -1;
}

void Listener::stop() {
  stopped_ = true;
  ::shutdown(socket_, SHUT_RDWR);  // wakes all that wait in accept4()
}

}  // namespace sonde
