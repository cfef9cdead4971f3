#include "server/http.h"

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "base/parse.h"
#include "server/door.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr std::size_t kConnections = 128;  // answered at once; others wait
constexpr int kBacklog = 512;
constexpr auto kMostSeconds = std::chrono::seconds(10);  // to send a request, or to take an answer
constexpr std::size_t kLongestHead = std::size_t{1} << 16;  // of a request: line and headers
constexpr const char* kHost = "127.0.0.1";

// A connection that must be done with reading, and with writing, in a time and in so many bytes,
// however slowly the other side goes.
class BoundedStream : public httplib::Stream {
 public:
  BoundedStream(socket_t socket, const std::atomic<bool>& stopped)
      : socket_(socket), stopped_(stopped) {}

  bool is_readable() const override { return wait(POLLIN, reading_ends_); }
  bool is_writable() const override { return wait(POLLOUT, writing_ends()); }

  ssize_t read(char* to, std::size_t size) override {
    size = std::min(size, left_);
    if (size == 0 || !is_readable()) return -1;
    const ssize_t got = ::recv(socket_, to, size, 0);
    if (got > 0) left_ -= static_cast<std::size_t>(got);
    return got;
  }

  ssize_t write(const char* from, std::size_t size) override {
    if (!is_writable()) return -1;
    return ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = kHost, port = 0; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip = kHost, port = 0; }
  socket_t socket() const override { return socket_; }

  // The head is read; the body may have so many bytes.
  void expect_body(std::size_t most) { left_ = most; }

  // Reads what a refused request still sends, so that the refusal isn't lost with a reset.
  void drain() {
    constexpr auto kPatience = std::chrono::seconds(2);
    ::shutdown(socket_, SHUT_WR);
    reading_ends_ = std::min(reading_ends_, Clock::now() + kPatience);
    char rest[4096];
    while (read(rest, sizeof rest) > 0) {
    }
  }

 private:
  // From the first byte of the answer on: making it may take longer.
  Clock::time_point writing_ends() const {
    if (writing_ends_ == Clock::time_point{}) writing_ends_ = Clock::now() + kMostSeconds;
    return writing_ends_;
  }

  bool wait(short events, Clock::time_point until) const {
    constexpr int kPause = 100;  // milliseconds, between looks at `stopped`
    while (!stopped_) {
      const auto left = std::chrono::duration_cast<Milliseconds>(until - Clock::now()).count();
      if (left <= 0) return false;
      pollfd one{socket_, events, 0};
      const int ready = ::poll(&one, 1, static_cast<int>(std::min<std::int64_t>(left, kPause)));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
    }
    return false;
  }

  socket_t socket_;
  const std::atomic<bool>& stopped_;
  std::size_t left_ = kLongestHead;
  Clock::time_point reading_ends_ = Clock::now() + kMostSeconds;
  mutable Clock::time_point writing_ends_{};
};

std::vector<std::string> all_headers(const httplib::Request& request, const std::string& name) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < request.get_header_value_count(name); ++i) {
    values.push_back(request.get_header_value(name, i));
  }
  return values;
}

std::string token_of(const httplib::Request& request) {
  const bool is_page = request.method == "GET" && request.path == "/";
  if (is_page && request.has_param("token")) return request.get_param_value("token");
  return request.get_header_value("X-Sonde-Token");
}

RequestHead head_of(const httplib::Request& request) {
  RequestHead head{request.method,
                   request.path,
                   all_headers(request, "Host"),
                   all_headers(request, "Origin"),
                   token_of(request),
                   request.get_header_value("Content-Type")};
  head.encoded = request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding");
  const auto lengths = all_headers(request, "Content-Length");
  if (lengths.size() == 1) head.length = parse_number<std::uint64_t>(lengths.front());
  if (!lengths.empty() && !head.length) head.encoded = true;  // no telling where it ends
  return head;
}

void give(ServedAnswer answer, httplib::Response& response) {
  response.status = answer.status;
  response.set_header("Content-Security-Policy", answer.policy);
  response.set_content(answer.body, answer.type);
}

ServedAnswer refused(int status, const std::string& why) {
  return {status, "{\"error\":\"" + why + "\"}\n"};  // `why` is ours and has no quote
}

httplib::Headers safe_headers() {
  return {{"Cache-Control", "no-store"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"X-Frame-Options", "DENY"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cross-Origin-Opener-Policy", "same-origin"}};
}

// Answers are small or go to this machine: compressing them costs more than it saves.
void whole_and_plain(httplib::Request& request) {
  request.headers.erase("Accept-Encoding");
  request.ranges.clear();
}

// httplib's server with connections of ours.
class BoundedServer : public httplib::Server {
 public:
  // httplib asks for a backlog of five, which a hundred connections at once overflow.
  void widen_backlog() { ::listen(svr_sock_, kBacklog); }
  void end_connections() { stopped_ = true; }

 private:
  bool process_and_close_socket(socket_t socket) override {
    try {
      BoundedStream stream(socket, stopped_);
      bool closed = false;
      process_request(stream, true, closed, [&](httplib::Request& request) {
        stream.expect_body(kLongestUpload);
        whole_and_plain(request);
      });
      stream.drain();
    } catch (const std::exception&) {  // of memory: this connection is lost, the server stays
    }
    ::close(socket);
    return true;
  }

  std::atomic<bool> stopped_ = false;
};

}  // namespace

class LoopbackServer::State {
 public:
  State(int port, DoorKeys keys, Answer answer) : answer_(std::move(answer)) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kConnections); };
    // Not SO_REUSEPORT, by which another program could listen beside us.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    bind(port);
    door_ = std::make_unique<Door>(port_, std::move(keys));
    server_.set_default_headers(safe_headers());
    server_.set_payload_max_length(kLongestUpload);
    add_handlers();
  }

  int port() const { return port_; }

  void start() {
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::sleep_for(Milliseconds(1));
  }

  void stop() {
    if (!thread_.joinable()) return;
    server_.end_connections();
    server_.stop();
    thread_.join();
  }

 private:
  void bind(int port) {
    errno = 0;
    const bool bound = port == 0 ? (port_ = server_.bind_to_any_port(kHost)) > 0
                                 : server_.bind_to_port(kHost, port_ = port);
    if (!bound) {
      throw outside_error("cannot listen at port " + std::to_string(port) + " of " + kHost + ": " +
                              std::strerror(errno),
                          {}, "choose another --port; 0 is any that is free");
    }
    server_.widen_backlog();
  }

  void add_handlers() {
    server_.set_pre_routing_handler([this](const httplib::Request& request, auto& response) {
      const auto refusal = door_->refusal(head_of(request));
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      give(refused(refusal->status, refusal->why), response);
      return httplib::Server::HandlerResponse::Handled;
    });
    const auto handle = [this](const httplib::Request& request, httplib::Response& response) {
      give(answer_({request.method, request.path, request.body, token_of(request)}), response);
    };
    server_.Get(".*", handle).Post(".*", handle).Delete(".*", handle);
    // What httplib refuses itself has no body.
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) give(refused(response.status, "a bad request"), response);
    });
  }

  Answer answer_;
  BoundedServer server_;
  int port_ = 0;
  std::unique_ptr<Door> door_;
  std::thread thread_;
};

LoopbackServer::LoopbackServer(int port, DoorKeys keys, Answer answer)
    : state_(std::make_unique<State>(port, std::move(keys), std::move(answer))) {}
LoopbackServer::~LoopbackServer() { stop(); }
int LoopbackServer::port() const { return state_->port(); }
void LoopbackServer::start() { state_->start(); }
void LoopbackServer::stop() { state_->stop(); }

}  // namespace sonde
