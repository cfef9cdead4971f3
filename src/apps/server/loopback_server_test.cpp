#include "apps/server/loopback_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <stdexcept>
#include <thread>

#include "base/testing/eventually_test.h"
#include "sonde/error.h"

namespace sonde {
namespace loopback_server_test {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Milliseconds = std::chrono::milliseconds;

const std::string kToken = "0123456789abcdef0123456789abcdef";

// The other side of a connection.
class Peer {
 public:
  explicit Peer(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{120, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      ::close(socket_);
      throw std::runtime_error("no connection");
    }
  }
  ~Peer() { ::close(socket_); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // Whether the connection took all of it.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end() const { ::shutdown(socket_, SHUT_WR); }

  // The bytes received, at most 64 KiB. Empty at the end. Errors: std::runtime_error if the
  // connection is reset.
  std::string some() const {
    std::string block(65'536, ' ');
    const auto got = ::recv(socket_, block.data(), block.size(), 0);
    if (got < 0) throw std::runtime_error("the connection is reset");
    block.resize(static_cast<std::size_t>(got));
    return block;
  }

  // All that comes until the end.
  std::string rest() const {
    std::string all;
    for (std::string part = some(); !part.empty(); part = some()) all += part;
    return all;
  }

 private:
  int socket_;
};

// Echoes the request, and counts.
class Http : public testing::Test {
 protected:
  ServedAnswer echo(const ServedRequest& request) {
    ++answered_;
    return {200, request.method + " " + request.path + " [" + request.body + "]"};
  }

  void start(const StreamLimits& limits = {}) {
    start(limits, [this](const ServedRequest& request) { return echo(request); });
  }
  void start(const StreamLimits& limits, const LoopbackServer::Answer& answer) {
    server_ =
        std::make_unique<LoopbackServer>(0, GuardKeys{{kToken}, {}, {"/api/text"}}, answer, limits);
    server_->start();
  }

  std::string headers() const {
    return "Host: 127.0.0.1:" + std::to_string(server_->port()) + "\r\nX-Sonde-Token: " + kToken +
           "\r\n";
  }
  std::string get(const std::string& path = "/a") const {
    return "GET " + path + " HTTP/1.1\r\n" + headers() + "\r\n";
  }
  std::string post(std::size_t length, const std::string& more = "") const {
    return "POST /api/text HTTP/1.1\r\n" + headers() +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(length) + "\r\n" +
           more + "\r\n";
  }

  std::string answer_to(const std::string& bytes) const {
    const Peer peer(server_->port());
    EXPECT_TRUE(peer.send(bytes));
    return peer.rest();
  }

  std::atomic<int> answered_ = 0;
  std::unique_ptr<LoopbackServer> server_;
};

auto refused_with(const std::string& status) {
  return AllOf(StartsWith("HTTP/1.1 " + status), HasSubstr("\r\n\r\n{\"error\":\""),
               EndsWith("\"}\n"));
}

TEST_F(Http, AnswersWithGuardedHeaders) {
  start();
  EXPECT_EQ(answer_to(get()),
            "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nConnection: close\r\n"
            "Cross-Origin-Opener-Policy: same-origin\r\n"
            "Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n"
            "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
            "Content-Security-Policy: default-src 'none'\r\nContent-Type: application/json\r\n"
            "Content-Length: 9\r\n\r\nGET /a []");
}

TEST_F(Http, ReadsBodies) {
  start();
  const std::string body(kLongestUpload, 'x');
  EXPECT_THAT(answer_to(post(5) + "a\"b\\c"), EndsWith("POST /api/text [a\"b\\c]"));
  EXPECT_THAT(answer_to(post(body.size()) + body), EndsWith("POST /api/text [" + body + "]"));
  EXPECT_THAT(answer_to(post(0)), EndsWith("POST /api/text []"));
}

TEST_F(Http, DoesNotAwaitTheBodyOfAGet) {
  start();
  EXPECT_THAT(answer_to("GET /a HTTP/1.1\r\n" + headers() + "Content-Length: 5\r\n\r\n"),
              EndsWith("GET /a []"));
}

TEST_F(Http, AnswersHeadWithoutABody) {
  start();
  const auto answer = answer_to("HEAD /a HTTP/1.1\r\n" + headers() + "\r\n");
  EXPECT_THAT(answer, AllOf(StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"),
                            HasSubstr("Content-Length: 43\r\n"), EndsWith("\r\n\r\n")));
}

TEST_F(Http, IgnoresASecondRequestOfAConnection) {
  start();
  EXPECT_THAT(answer_to(get("/a") + get("/b")), EndsWith("GET /a []"));
  EXPECT_EQ(answered_, 1);
}

TEST_F(Http, RefusesWhatIsNotHttp) {
  start();
  for (const std::string& bytes :
       {std::string("\r\n\r\n"), std::string("GET\r\n\r\n"), std::string("\x16\x03\x01\x02"),
        std::string(1000, '\0'), "GET / HTTP/1.1\r\nHost\r\n" + headers() + "\r\n"}) {
    EXPECT_THAT(answer_to(bytes), refused_with("400 Bad Request")) << bytes;
  }
  EXPECT_EQ(answered_, 0);
}

TEST_F(Http, IsGuarded) {
  start();
  EXPECT_THAT(answer_to("GET /a HTTP/1.1\r\nX-Sonde-Token: " + kToken + "\r\n\r\n"),
              refused_with("403 Forbidden"));
  EXPECT_THAT(answer_to("POST /a HTTP/1.1\r\n" + headers() + "\r\n"),
              refused_with("411 Length Required"));
  EXPECT_THAT(answer_to("POST /a HTTP/1.1\r\n" + headers() +
                        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "2\r\n{}\r\n0\r\n\r\n"),
              refused_with("415 Unsupported Media Type"));
  EXPECT_EQ(answered_, 0);
}

// A client that sends all before it reads still gets the refusal.
TEST_F(Http, LosesNoRefusalByAReset) {
  start();
  EXPECT_THAT(answer_to(post(kLongestUpload + 1) + std::string(kLongestUpload + 1, ' ')),
              refused_with("413 Payload Too Large"));
  EXPECT_THAT(answer_to("GET / HTTP/1.1\r\nX: " + std::string(100'000, 'y') + "\r\n\r\n"),
              refused_with("431 Request Header Fields Too Large"));
}

TEST_F(Http, RefusesFromTheHeadAlone) {
  start();
  EXPECT_THAT(answer_to(post(std::size_t{1} << 60)), refused_with("413 Payload Too Large"));
}

TEST_F(Http, EndsAHeadThatHasNoEnd) {
  start();
  const Peer peer(server_->port());
  peer.send("GET / HTTP/1.1\r\n");
  const std::string header = "X: " + std::string(8'000, 'y') + "\r\n";
  int sent = 0;
  while (sent < 10'000 && peer.send(header)) ++sent;
  EXPECT_LT(sent, 10'000);
}

TEST_F(Http, LetsAClientContinueOnlyIfItMayAsk) {
  start();
  const Peer peer(server_->port());
  peer.send(post(2, "Expect: 100-continue\r\n") + "{}");
  EXPECT_THAT(peer.rest(), AllOf(StartsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"),
                                 EndsWith("[{}]")));
  EXPECT_THAT(answer_to(post(kLongestUpload + 1, "Expect: 100-continue\r\n")),
              refused_with("413 Payload Too Large"));
}

TEST_F(Http, TakesTheLengthAtItsWord) {
  start();
  EXPECT_THAT(answer_to(post(3) + "abcdef"), EndsWith("[abc]"));
  const Peer peer(server_->port());
  peer.send(post(10) + "abc");
  peer.end();
  EXPECT_THAT(peer.rest(), refused_with("400 Bad Request"));
}

// A steady stream of bytes doesn't extend the time limit of a request.
TEST_F(Http, EndsSlowRequests) {
  start({.head = Milliseconds(200), .reading = Milliseconds(200), .draining = Milliseconds(100)});
  for (const std::string& begin : {std::string("GET /"), post(100'000)}) {
    const auto started = std::chrono::steady_clock::now();
    const Peer peer(server_->port());
    peer.send(begin);
    std::thread slow(
        [&] { EXPECT_TRUE(test::eventually([&] { return !peer.send("a"); }, Milliseconds(10))); });
    EXPECT_THAT(peer.rest(), StartsWith("HTTP/1.1 400 Bad Request"));
    EXPECT_GE(std::chrono::steady_clock::now() - started, Milliseconds(200));
    slow.join();
  }
}

TEST_F(Http, EndsSlowReaders) {
  const std::string page(std::size_t{64} << 20, 'x');
  start({.writing = Milliseconds(200)},
        [&](const ServedRequest&) { return ServedAnswer{200, page}; });
  const Peer peer(server_->port());
  peer.send(get());
  std::size_t read = 0;
  const auto ended = [&] {
    const std::size_t got = peer.some().size();
    read += got;
    return got == 0;
  };
  EXPECT_TRUE(test::eventually(ended, Milliseconds(2)));
  EXPECT_LT(read, page.size());
}

TEST_F(Http, DoesNotCountTheTimeOfTheAnswer) {
  constexpr Milliseconds kLimit(1'000);
  start({kLimit, kLimit, kLimit}, [&](const ServedRequest& request) {
    test::outlast(kLimit);
    return echo(request);
  });
  EXPECT_THAT(answer_to(get()), EndsWith("GET /a []"));
}

TEST_F(Http, TakesThePlaceOfSilentConnections) {
  start({.head = Milliseconds(1'000), .reading = Milliseconds(60'000)});
  for (const std::string& begin :
       {std::string(), std::string("G"), std::string("GET /a HTTP/1.1\r\n")}) {
    std::vector<std::unique_ptr<Peer>> silent;
    for (std::size_t i = 0; i < kConnections + 10; ++i) {
      silent.push_back(std::make_unique<Peer>(server_->port()));
      silent.back()->send(begin);
    }
    const auto started = std::chrono::steady_clock::now();
    EXPECT_THAT(answer_to(get()), EndsWith("GET /a []")) << begin;
    EXPECT_LT(std::chrono::steady_clock::now() - started, Milliseconds(30'000)) << begin;
    EXPECT_THAT(silent.front()->rest(), StartsWith(begin.empty() ? "" : "HTTP/1.1 400"));
  }
}

TEST_F(Http, WaitsForOneThatHasBegun) {
  constexpr Milliseconds kHead(1'000);
  start({.head = kHead});
  const Peer peer(server_->port());
  peer.send(post(2) + "a");
  test::outlast(kHead);
  peer.send("b");
  EXPECT_THAT(peer.rest(), EndsWith("[ab]"));
}

TEST_F(Http, ServesConnectionsAtOnce) {
  std::latch both(2);
  start({}, [&](const ServedRequest& request) {
    both.arrive_and_wait();
    return echo(request);
  });
  auto first = std::async(std::launch::async, [&] { return answer_to(get("/a")); });
  EXPECT_THAT(answer_to(get("/b")), EndsWith("GET /b []"));
  EXPECT_THAT(first.get(), EndsWith("GET /a []"));
}

TEST_F(Http, SurvivesAnAnswerThatThrows) {
  start({}, [&](const ServedRequest& request) {
    if (request.path == "/bad") throw std::bad_alloc();
    return echo(request);
  });
  EXPECT_EQ(answer_to(get("/bad")), "");
  EXPECT_THAT(answer_to(get()), EndsWith("GET /a []"));
}

TEST_F(Http, StopsWithoutWaitingForSenders) {
  constexpr Milliseconds kLong(600'000);
  start({.head = kLong, .reading = kLong});
  const Peer silent(server_->port()), slow(server_->port());
  slow.send("GET /");
  EXPECT_THAT(answer_to(get()), EndsWith("GET /a []"));  // so the others are served too
  server_->stop();
  EXPECT_EQ(silent.rest(), "");
  EXPECT_THROW(Peer(server_->port()), std::runtime_error);
}

TEST_F(Http, StopsOnceAnswersAreMade) {
  std::promise<void> asked, release;
  std::atomic<bool> made = false;
  start({}, [&](const ServedRequest& request) {
    asked.set_value();
    release.get_future().wait();
    made = true;
    return echo(request);
  });
  const Peer peer(server_->port());
  peer.send(get());
  asked.get_future().wait();
  auto stopped = std::async(std::launch::async, [&] {
    server_->stop();
    return made.load();
  });
  EXPECT_EQ(stopped.wait_for(Milliseconds(200)), std::future_status::timeout);
  release.set_value();
  EXPECT_TRUE(stopped.get());
}

TEST_F(Http, HoldsConnectionsUntilItStarts) {
  server_ = std::make_unique<LoopbackServer>(
      0, GuardKeys{{kToken}, {}, {"/api/text"}},
      [this](const ServedRequest& request) { return echo(request); });
  const Peer peer(server_->port());
  peer.send(get());
  server_->start();
  EXPECT_THAT(peer.rest(), EndsWith("GET /a []"));
}

TEST_F(Http, HasItsPortAlone) {
  start();
  const int port = server_->port();
  const auto again = [&] { LoopbackServer(port, {}, [](const auto&) { return ServedAnswer(); }); };
  try {
    again();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_THAT(error.what(), HasSubstr("Address already in use"));
  }
  answer_to(get());
  server_.reset();
  again();  // though the connection's end is remembered
}

}  // namespace loopback_server_test
}  // namespace sonde
