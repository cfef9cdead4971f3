#include "outside/http/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "outside/canned_server_test.h"
#include "outside/http/quoted_text.h"
#include "outside/http/retry.h"

namespace sonde {
namespace http_test {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

bool never() { return false; }

HttpAnswer answer_to(const Canned& canned, HttpLimits limits = {}, const std::string& body = "{}") {
  const CannedServer server({canned});
  return HttpClient(std::move(limits)).send({server.url(), {}, body}, never);
}

TEST(Http, PostsABodyAndReadsStatusHeadersAndBody) {
  const CannedServer server({answer_of(429, "wait",
                                       "Content-Type: text/x\r\nretry-after: 7\r\n"
                                       "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n")});
  HttpClient client({});
  const auto answer = client.send({server.url() + "/chat", {"X-Mine: yes"}, "{\"a\":1}"}, never);
  EXPECT_EQ(answer.outcome, HttpOutcome::kAnswered);
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.type, "text/x");
  EXPECT_EQ(answer.retry_after, "7");
  EXPECT_EQ(answer.date, "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(answer.body, "wait");
  ASSERT_EQ(server.requests().size(), 1);
  EXPECT_THAT(server.requests()[0], StartsWith("POST /v1/chat HTTP/1.1\r\n"));
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nX-Mine: yes\r\n"));
  EXPECT_THAT(server.requests()[0], testing::EndsWith("\r\n\r\n{\"a\":1}"));
}

TEST(Http, HeadersAreTheFirstOfTheirNameInTheLastAnswerButNoTrailers) {
  const auto answer = answer_to(
      {"HTTP/1.1 100 Continue\r\nRetry-After: 9\r\n\r\n"
       "HTTP/1.1 200 X\r\ncontent-type:  text/a \r\nContent-Type: text/b\r\nDated: x\r\n"
       "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nLocation: http://elsewhere\r\n\r\n"});
  EXPECT_EQ(answer.body, "{}");
  EXPECT_EQ(answer.type, "text/a");
  EXPECT_EQ(answer.retry_after + answer.location + answer.date, "");
}

TEST(Http, AsksWithGetWhereThereIsNoBody) {
  const CannedServer server({answer_of(200, "there")});
  HttpClient client({});
  client.send({server.url(), {}, "x"}, never);
  EXPECT_EQ(client.send({server.url()}, never).body, "there");
  EXPECT_THAT(server.requests()[1], StartsWith("GET /v1 HTTP/1.1\r\n"));
}

TEST(Http, FollowsNoRedirect) {
  const CannedServer other({answer_of(200, "stolen")});
  const auto answer = answer_to(answer_of(302, "", "Location: " + other.url() + "\r\n"));
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.location, other.url());
  EXPECT_TRUE(other.requests().empty());
}

TEST(Http, BoundsTheLengthOfAnAnswer) {
  HttpLimits limits;
  limits.longest = 100;
  EXPECT_EQ(answer_to(answer_of(200, std::string(100, 'x')), limits).body.size(), 100);
  const auto answer = answer_to(answer_of(200, std::string(101, 'x')), limits);
  EXPECT_EQ(answer.outcome, HttpOutcome::kLasting);
  EXPECT_THAT(answer.failure, HasSubstr("longer than"));
}

TEST(Http, WhatBreaksOnTheWayMayPass) {
  const Canned whole = answer_of(200, "0123456789");
  for (const std::size_t sent : {std::size_t{0}, std::size_t{9}, whole.bytes.size() - 1}) {
    const auto answer = answer_to({whole.bytes.substr(0, sent)});
    EXPECT_EQ(answer.outcome, HttpOutcome::kPassing) << sent;
    EXPECT_NE(answer.failure, "");
  }
  const auto chunked = answer_to({"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"});
  EXPECT_EQ(chunked.outcome, HttpOutcome::kPassing);
}

TEST(Http, NobodyThereMayPassAndWhatIsNoHttpMayNot) {
  std::string url;
  {
    const CannedServer gone({answer_of(200, "")});
    url = gone.url();
  }
  const auto refused = HttpClient({}).send({url}, never);
  EXPECT_EQ(refused.outcome, HttpOutcome::kPassing);
  EXPECT_THAT(refused.failure, HasSubstr("connect"));
  EXPECT_EQ(answer_to({"220 mail.example\r\n"}).outcome, HttpOutcome::kLasting);
  EXPECT_EQ(HttpClient({}).send({"file:///etc/passwd"}, never).outcome, HttpOutcome::kLasting);
}

TEST(Http, AnAnswerThatDripsRunsOutOfTime) {
  HttpLimits limits;
  limits.whole = milliseconds(100);
  EXPECT_EQ(answer_to(dripping_answer(), limits).outcome, HttpOutcome::kPassing);
  EXPECT_EQ(answer_to(silent_answer(), limits).outcome, HttpOutcome::kPassing);
}

TEST(Http, IsStopped) {
  const CannedServer server({dripping_answer()});
  EXPECT_EQ(HttpClient({}).send({server.url()}, [] { return true; }).outcome,
            HttpOutcome::kStopped);
}

TEST(Http, IsStoppedWithinMomentsWhileNothingComes) {
  const CannedServer server({silent_answer()});
  HttpLimits limits;
  limits.whole = std::chrono::minutes(10);
  const auto answer = HttpClient(limits).send({server.url()}, [&] {
    return !server.requests().empty();  // nothing else happens from then on
  });
  EXPECT_EQ(answer.outcome, HttpOutcome::kStopped);
}

TEST(Http, BoundsTheLengthOfHeadersAndTrailers) {
  std::string lines;
  // Fewer lines than libcurl's own limit, which is 5000 since 8.14.
  for (int i = 0; i < 4000; ++i)
    lines += "X-" + std::to_string(i) + ": " + std::string(100, 'y') + "\r\n";
  const std::string start = "HTTP/1.1 200 X\r\n";
  const auto headers = answer_to({start + lines + "\r\n"});
  EXPECT_EQ(headers.outcome, HttpOutcome::kLasting);
  EXPECT_THAT(headers.failure, HasSubstr("headers are longer than 256 KiB"));
  const auto trailers =
      answer_to({start + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + lines + "\r\n"});
  EXPECT_EQ(trailers.outcome, HttpOutcome::kLasting);
  EXPECT_THAT(trailers.failure, HasSubstr("headers are longer than 256 KiB"));
  const auto line = answer_to({start + "X: " + std::string(std::size_t{8} << 20, 'y')});
  EXPECT_EQ(line.outcome, HttpOutcome::kLasting);
  EXPECT_THAT(line.failure, HasSubstr("too long"));
}

TEST(Http, UnpacksWhatIsPacked) {
  const std::string packed(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00",
      22);
  EXPECT_EQ(answer_to(answer_of(200, packed, "Content-Encoding: gzip\r\n")).body, "{}");
  EXPECT_EQ(answer_to(answer_of(200, packed)).body, packed);
}

HttpAnswer asking_to_wait(const std::string& retry_after, const std::string& date = {}) {
  HttpAnswer answer;
  answer.retry_after = retry_after;
  answer.date = date;
  return answer;
}

TEST(Retry, ReadsSecondsAndDates) {
  const std::string date = "Sun, 06 Nov 1994 08:49:37 GMT", later = "Sun, 06 Nov 1994 08:50:07 GMT";
  const auto now = std::chrono::system_clock::from_time_t(784111777);  // `date`
  const auto wait = [&](const HttpAnswer& answer) { return asked_wait(answer, now); };
  EXPECT_EQ(wait(asking_to_wait("7")), milliseconds(7000));
  EXPECT_EQ(wait(asking_to_wait(" 0 ")), milliseconds(0));
  EXPECT_EQ(wait(asking_to_wait(later)), milliseconds(30000));
  EXPECT_EQ(wait(asking_to_wait(date)), milliseconds(0));
  EXPECT_EQ(wait(asking_to_wait(date, later)), milliseconds(0));
  EXPECT_EQ(wait(asking_to_wait(later, "Sun, 06 Nov 1994 08:50:00 GMT")), milliseconds(7000));
  EXPECT_EQ(wait(asking_to_wait("99999999999999999999")), milliseconds(31622400000));
  for (const char* none : {"", "soon", "-3", "1.5", "7 s", "Sun, 06 Nov"}) {
    EXPECT_EQ(wait(asking_to_wait(none)), std::nullopt) << none;
  }
}

TEST(Retry, OwnPausesDouble) {
  RetryPolicy policy;
  policy.first_pause = milliseconds(1000);
  policy.longest_pause = milliseconds(5000);
  const std::vector<int> expected{1000, 2000, 4000, 5000, 5000};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(own_pause(policy, i + 1), milliseconds(expected[i]));
  }
  EXPECT_EQ(own_pause(policy, 1000000), milliseconds(5000));
}

TEST(Retry, ServersInTroubleAreAskedAgainAndRefusalsNot) {
  HttpAnswer answer;
  answer.outcome = HttpOutcome::kAnswered;
  for (const long status : {429, 500, 502, 503, 504})
    EXPECT_TRUE((answer.status = status, may_pass(answer)));
  for (const long status : {200, 301, 400, 401, 403, 404, 422, 501}) {
    EXPECT_FALSE((answer.status = status, may_pass(answer))) << status;
  }
}

TEST(Shown, EscapesAndCutsTheFirstLine) {
  EXPECT_EQ(shown("plain \xc3\xa4"), "'plain \xc3\xa4'");
  EXPECT_EQ(shown("\n\n<html>\r\n<body>"), "'<html>...'");
  EXPECT_EQ(shown(std::string("a\0b\x1b[1m\xff", 8)), "'a\\x00b\\x1b[1m\\xff'");
  EXPECT_EQ(shown(""), "''");
  const std::string accents = "x" + std::string(200, '\xc3');
  EXPECT_THAT(shown(accents), HasSubstr("\\xc3"));
  std::string umlauts = "x";
  for (int i = 0; i < 100; ++i) umlauts += "\xc3\xa4";
  EXPECT_THAT(shown(umlauts), Not(HasSubstr("\\x")));
}

}  // namespace http_test
}  // namespace sonde
