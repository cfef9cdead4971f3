#include "apps/server/loopback_server.h"

#include <boost/beast/http/status.hpp>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "apps/server/listener.h"
#include "apps/server/refused_page.h"
#include "apps/server/request.h"
#include "apps/server/request_json.h"

namespace sonde {
namespace {

constexpr const char* kSafeHeaders =
    "Cache-Control: no-store\r\n"
    "Connection: close\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n";

std::string status_line(int status) {
  namespace http = boost::beast::http;
  const auto reason = http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return "HTTP/1.1 " + std::to_string(status) + " " + std::string(reason.data(), reason.size()) +
         "\r\n";
}

std::string head_of(const ServedAnswer& answer) {
  return status_line(answer.status) + kSafeHeaders + "Content-Security-Policy: " + answer.policy +
         "\r\nContent-Type: " + answer.type +
         "\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n";
}

}  // namespace

class LoopbackServer::State {
 public:
  State(int port, GuardKeys keys, Answer answer, const StreamLimits& limits)
      : listener_(port),
        guard_(listener_.port(), std::move(keys)),
        answer_(std::move(answer)),
        limits_(limits) {}
  ~State() { stop(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  int port() const { return listener_.port(); }

  void start() {
    while (threads_.size() < kConnections) threads_.emplace_back([this] { work(); });
  }

  void stop() {
    listener_.stop();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void work() const {
    for (int socket = listener_.accept(); socket >= 0; socket = listener_.accept()) {
      try {
        BoundedStream stream(socket, listener_.stopped(), limits_);
        serve(stream);
      } catch (const std::exception&) {  // out of memory: the connection is lost, the server stays
      }
    }
  }

  void serve(BoundedStream& stream) const {
    const NextBytes next = [&stream] { return stream.read(); };
    std::size_t unread = kLongestHead;  // that a refused request may still send
    bool wants_body = true, wants_page = false;
    ServedAnswer answer;
    try {
      const auto received = read_head(next);
      if (!received) return;
      stream.end_head();
      unread = kLongestUpload;
      wants_body = received->head.method != "HEAD";
      wants_page = received->head.wants_page;
      answer = answer_to(*received, stream, next);
    } catch (const HttpError& error) {
      answer = wants_page ? refused_page(error) : refused_json(error);
    }
    stream.write(wants_body ? head_of(answer) + answer.body : head_of(answer));
    stream.drain(unread);
  }

  ServedAnswer answer_to(const ReceivedHead& received, BoundedStream& stream,
                         const NextBytes& next) const {
    const RequestHead& head = received.head;
    if (const auto refusal = guard_.refusal(head)) throw HttpError(refusal->status, refusal->why);
    if (received.awaits_continue) stream.write(status_line(100) + "\r\n");
    const std::size_t length = head.method == "GET" ? 0 : head.length.value_or(0);
    return answer_({head.method, head.path, read_body(received.behind, length, next), head.token});
  }

  Listener listener_;
  RequestGuard guard_;
  Answer answer_;
  StreamLimits limits_;
  std::vector<std::thread> threads_;
};

LoopbackServer::LoopbackServer(int port, GuardKeys keys, Answer answer, const StreamLimits& limits)
    : state_(std::make_unique<State>(port, std::move(keys), std::move(answer), limits)) {}
LoopbackServer::~LoopbackServer() = default;
int LoopbackServer::port() const { return state_->port(); }
void LoopbackServer::start() { state_->start(); }
void LoopbackServer::stop() { state_->stop(); }

}  // namespace sonde
