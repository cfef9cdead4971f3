#include "apps/server/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/request_json.h"

namespace sonde {
namespace request_test {

using testing::ElementsAre;

const std::string kStart = "POST /api/sentences HTTP/1.1\r\n";

// Gives `portion` bytes at a time, then none.
NextBytes portions_of(std::string bytes, std::size_t portion) {
  return [bytes = std::move(bytes), portion, place = std::size_t{0}]() mutable {
    const auto next = std::string_view(bytes).substr(place, portion);
    place += next.size();
    return next;
  };
}

ReceivedHead received(const std::string& bytes, std::size_t portion = 16'384) {
  return read_head(portions_of(bytes, portion)).value();
}

RequestHead head_with(const std::string& headers) {
  return received(kStart + headers + "\r\n").head;
}

RequestHead head_at(const std::string& address) {
  return received("GET " + address + " HTTP/1.1\r\nX-Sonde-Token: own\r\n\r\n").head;
}

// The status with which the bytes are refused, or 0 if they are a head.
int refusal_of(const std::string& bytes, std::size_t portion = 16'384) {
  try {
    received(bytes, portion);
  } catch (const HttpError& error) {
    return error.status();
  }
  return 0;
}

int refusal_with(const std::string& headers) { return refusal_of(kStart + headers + "\r\n"); }

std::string long_head(std::size_t size) {
  const std::string rest = "\r\n\r\n";
  const std::string begin = "GET / HTTP/1.1\r\nX: ";
  return begin + std::string(size - begin.size() - rest.size(), 'y') + rest;
}

TEST(Request, HasWhatTheGuardReads) {
  const auto received = head_with(
      "Host: 127.0.0.1:80\r\nhost:localhost:80 \r\nOrigin: a\r\nORIGIN: b\r\nX-Sonde-Token: t\r\n"
      "Content-Type: application/json\r\nContent-Length: 12\r\n");
  EXPECT_EQ(received.method, "POST");
  EXPECT_EQ(received.path, "/api/sentences");
  EXPECT_THAT(received.hosts, ElementsAre("127.0.0.1:80", "localhost:80"));
  EXPECT_THAT(received.origins, ElementsAre("a", "b"));
  EXPECT_EQ(received.token, "t");
  EXPECT_EQ(received.content_type, "application/json");
  EXPECT_EQ(received.length, 12);
  EXPECT_FALSE(received.encoded);
}

TEST(Request, MayComeInAnyPortions) {
  const std::string bytes = kStart + "Host: h\r\nContent-Length: 5\r\n\r\n";
  for (std::size_t portion = 1; portion <= bytes.size(); ++portion) {
    const auto head = received(bytes + "hello", portion);
    EXPECT_EQ(head.head.path, "/api/sentences") << portion;
    EXPECT_THAT(head.head.hosts, ElementsAre("h")) << portion;
    EXPECT_EQ(head.head.length, 5) << portion;
    const auto rest = portions_of((bytes + "hello").substr(bytes.size() + head.behind.size()), 2);
    EXPECT_EQ(read_body(head.behind, 5, rest), "hello") << portion;
  }
}

TEST(Request, IsNothingIfNoByteComes) { EXPECT_FALSE(read_head(portions_of("", 1))); }

TEST(Request, MustNotEndEarly) {
  const std::string bytes = kStart + "Host: h\r\n\r\n";
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_EQ(refusal_of(bytes.substr(0, size)), 400) << size;
    EXPECT_EQ(refusal_of(bytes.substr(0, size), 1), 400) << size;
  }
}

TEST(Request, HasAWellFormedLine) {
  for (const char* line :
       {"", "GET", "GET /", "GET  / HTTP/1.1", "GET / HTTP/9.9", "PRI * HTTP/2.0", "GET / http/1.1",
        " GET / HTTP/1.1", "GET / HTTP/1.1 ", "GET /a b HTTP/1.1", "GET /\t HTTP/1.1",
        "G(T / HTTP/1.1", "\x16\x03\x01\x02"}) {
    EXPECT_EQ(refusal_of(line + std::string("\r\nHost: h\r\n\r\n")), 400) << line;
    EXPECT_EQ(refusal_of(line + std::string("\r\nHost: h\r\n\r\n"), 1), 400) << line;
  }
  EXPECT_EQ(refusal_of("GET / HTTP/1.1\nHost: h\n\n"), 400);
  EXPECT_EQ(refusal_of(std::string(1000, '\0')), 400);
  EXPECT_EQ(refusal_of(std::string("GET /\0 HTTP/1.1\r\n\r\n", 20)), 400);
  EXPECT_EQ(refusal_of("GET / HTTP/1.0\r\n\r\n"), 0);
  EXPECT_EQ(received("BREW / HTTP/1.1\r\n\r\n").head.method, "BREW");
}

TEST(Request, HasWellFormedHeaders) {
  for (const char* header : {"Host", "Host : h", ": h", "Ho st: h", "A: b\rc", "A: b\nc", "A: \x01",
                             "Connection: @@", "Transfer-Encoding: chunked\r\nContent-Length: 1"}) {
    EXPECT_EQ(refusal_with(header + std::string("\r\n")), 400) << header;
  }
  EXPECT_EQ(refusal_with(std::string("A: b\0c\r\n", 8)), 400);
}

TEST(Request, SaysWhyItIsBad) {
  try {
    received("GET / HTTP/3.0\r\n\r\n");
    ADD_FAILURE();
  } catch (const HttpError& error) {
    EXPECT_STREQ(error.what(), "a bad request: bad version");
  }
}

TEST(Request, HasOneLengthOrNoneThatCounts) {
  for (const char* length : {"", "x", "+5", "-1", "5x", "0x5", "5 5", "99999999999999999999",
                             "5\r\nContent-Length: 6", "5, 6"}) {
    EXPECT_EQ(refusal_with("Content-Length: " + std::string(length) + "\r\n"), 400) << length;
  }
  for (const char* length : {"5\r\nContent-Length: 5", "5, 5"}) {
    EXPECT_TRUE(head_with("Content-Length: " + std::string(length) + "\r\n").encoded) << length;
  }
  EXPECT_FALSE(head_with("").length);
}

TEST(Request, TellsEncodedBodies) {
  for (const char* header :
       {"Transfer-Encoding: chunked", "transfer-encoding: gzip", "Content-Encoding: gzip"}) {
    EXPECT_TRUE(head_with(header + std::string("\r\n")).encoded) << header;
  }
}

TEST(Request, HasABoundedHead) {
  for (const std::size_t portion : {std::size_t{1'000}, kLongestHead, 2 * kLongestHead}) {
    EXPECT_EQ(refusal_of(long_head(kLongestHead), portion), 0) << portion;
    EXPECT_EQ(refusal_of(long_head(kLongestHead) + std::string(kLongestHead, 'b'), portion), 0);
    EXPECT_EQ(refusal_of(long_head(kLongestHead + 1), portion), 431) << portion;
    EXPECT_EQ(refusal_of(std::string(100'000, 'A') + " / HTTP/1.1\r\n\r\n", portion), 431);
  }
}

TEST(Request, IsNotReadFurtherThanItsHeadMayBeLong) {
  std::size_t asked = 0;
  const NextBytes endless = [&] {
    return asked++ == 0 ? "GET / HTTP/1.1\r\n" : std::string_view("X: y\r\n");
  };
  EXPECT_THROW(read_head(endless), HttpError);
  EXPECT_LE(asked, kLongestHead / 6);
}

TEST(Request, HasADecodedPath) {
  EXPECT_EQ(head_at("/a%20b%2Fc").path, "/a b/c");
  EXPECT_EQ(head_at("/%2e%2e/x").path, "/../x");
  EXPECT_EQ(head_at("/a+b").path, "/a+b");
  EXPECT_EQ(head_at("/%00").path, std::string("/\0", 2));
  EXPECT_EQ(head_at("/a?b=c?d").path, "/a");
  EXPECT_EQ(head_at("/a#b?c").path, "/a");
  EXPECT_EQ(head_at("http://h/a").path, "http://h/a");
  for (const char* address : {"/%", "/%2", "/%zz", "/%2x", "/?token=%"}) {
    EXPECT_EQ(refusal_of("GET " + std::string(address) + " HTTP/1.1\r\n\r\n"), 400) << address;
  }
}

TEST(Request, HasTheTokenInTheAddressOfThePageAlone) {
  EXPECT_EQ(head_at("/?token=a").token, "a");
  EXPECT_EQ(head_at("/?x=y&token=%61b&token=c#d").token, "ab");
  EXPECT_EQ(head_at("/?token=").token, "");
  EXPECT_EQ(head_at("/?Token=a&xtoken=a&token").token, "own");
  EXPECT_EQ(head_at("/").token, "own");
  EXPECT_EQ(head_at("/a?token=a").token, "own");
  EXPECT_EQ(received("POST /?token=a HTTP/1.1\r\n\r\n").head.token, "");
}

TEST(Request, MayAwaitLeaveToContinue) {
  EXPECT_TRUE(received(kStart + "Expect: 100-Continue\r\n\r\n").awaits_continue);
  EXPECT_FALSE(received(kStart + "Expect: 101\r\n\r\n").awaits_continue);
  EXPECT_FALSE(received("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n").awaits_continue);
}

TEST(Body, HasItsLength) {
  EXPECT_EQ(read_body("", 0, portions_of("", 1)), "");
  EXPECT_EQ(read_body("ab", 5, portions_of("cdefg", 2)), "abcde");
  EXPECT_EQ(read_body("abcdef", 2, portions_of("", 1)), "ab");
  EXPECT_EQ(read_body(std::string("a\0", 2), 3, portions_of("c", 1)), std::string("a\0c", 3));
  EXPECT_THROW(read_body("ab", 5, portions_of("cd", 2)), HttpError);
}

}  // namespace request_test
}  // namespace sonde
