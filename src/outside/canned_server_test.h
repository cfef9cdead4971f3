#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sonde {

// The reply of a test's server, which then closes the connection.
struct Canned {
  std::string bytes;
  std::function<void()> before = [] {};  // called before the first byte
  std::chrono::milliseconds each{0};     // between bytes
  bool stays = false;  // the connection stays open after the last byte until the client goes
};

inline Canned answer_of(int status, const std::string& body, const std::string& headers = {}) {
  return {"HTTP/1.1 " + std::to_string(status) + " X\r\nConnection: close\r\nContent-Length: " +
          std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body};
}

// Byte after byte, and the last one never.
inline Canned dripping_answer() {
  Canned answer = answer_of(200, std::string(1000, 'x'));
  answer.bytes.pop_back();
  answer.each = std::chrono::milliseconds(5);
  answer.stays = true;
  return answer;
}

inline Canned silent_answer() {
  Canned answer;
  answer.stays = true;
  return answer;
}

// Sends its replies in order to one connection after the other, the last one again and again.
class CannedServer {
 public:
  explicit CannedServer(std::vector<Canned> answers) : answers_(std::move(answers)) {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    socklen_t length = sizeof address;
    ::bind(socket_, plain, length);
    ::listen(socket_, 16);
    ::getsockname(socket_, plain, &length);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~CannedServer() {
    ended_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }
  std::vector<std::string> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    for (std::size_t number = 0;; ++number) {
      const int peer = ::accept(socket_, nullptr, nullptr);
      if (peer < 0) return;
      const std::string request = read_request(peer);
      {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(request);
      }
      send(peer, answers_[std::min(number, answers_.size() - 1)]);
      ::shutdown(peer, SHUT_RDWR);
      ::close(peer);
    }
  }

  static std::string read_request(int peer) {
    std::string request;
    char block[4096];
    while (!whole(request)) {
      const auto read = ::recv(peer, block, sizeof block, 0);
      if (read <= 0) break;
      request.append(block, static_cast<std::size_t>(read));
    }
    return request;
  }

  static bool whole(const std::string& request) {
    const auto end = request.find("\r\n\r\n");
    if (end == request.npos) return false;
    const std::string name = "Content-Length: ";
    const auto at = request.find(name);
    const std::size_t length =
        at == request.npos ? 0 : std::stoul(request.substr(at + name.size()));
    return request.size() >= end + 4 + length;
  }

  // Whether the client closes the connection within this time.
  static bool goes(int peer, std::chrono::milliseconds patience) {
    ::pollfd connection{peer, POLLIN | POLLRDHUP, 0};
    return ::poll(&connection, 1, static_cast<int>(patience.count())) > 0;
  }

  void send(int peer, const Canned& answer) const {
    answer.before();
    const std::size_t step = answer.each.count() > 0 ? 1 : answer.bytes.size();
    for (std::size_t at = 0; at < answer.bytes.size() && !ended_; at += step) {
      if (answer.each.count() > 0 && goes(peer, answer.each)) return;
      if (::send(peer, answer.bytes.data() + at, step, MSG_NOSIGNAL) < 0) return;
    }
    while (answer.stays && !ended_ && !goes(peer, std::chrono::milliseconds(20))) {
    }
  }

  std::vector<Canned> answers_;
  int socket_ = -1;
  int port_ = 0;
  std::atomic<bool> ended_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

}  // namespace sonde
