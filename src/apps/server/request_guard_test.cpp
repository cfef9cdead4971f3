#include "apps/server/request_guard.h"

#include <gtest/gtest.h>

#include <set>

namespace sonde {
namespace request_guard_test {

const std::string kToken = "0123456789abcdef0123456789abcdef";

RequestHead welcome() { return {"GET", "/api/encoders", {"127.0.0.1:8080"}, {}, kToken, ""}; }

RequestHead post(std::uint64_t length, const std::string& path = "/api/sentences") {
  RequestHead head = welcome();
  head.method = "POST";
  head.path = path;
  head.content_type = "application/json; charset=utf-8";
  head.length = length;
  return head;
}

int status(const RequestHead& head) {
  const auto refusal = RequestGuard(8080, {{kToken}, {}, {"/api/text"}}).refusal(head);
  return refusal ? refusal->status : 200;
}

TEST(RequestGuard, LetsItsOwnPageIn) {
  EXPECT_EQ(status(welcome()), 200);
  RequestHead named = welcome();
  named.hosts = {"localhost:8080"};
  named.origins = {"http://localhost:8080"};
  EXPECT_EQ(status(named), 200);
  EXPECT_EQ(status(post(100)), 200);
}

TEST(RequestGuard, LetsThoseInWhoKnowAnyOfItsTokens) {
  const std::string other(32, 'f');
  const RequestGuard guard(8080, {{other, kToken}});
  EXPECT_FALSE(guard.refusal(welcome()));
  RequestHead head = welcome();
  head.token = other;
  EXPECT_FALSE(guard.refusal(head));
  head.token = other.substr(1);
  EXPECT_EQ(guard.refusal(head)->status, 403);
  EXPECT_EQ(RequestGuard(8080, {}).refusal(welcome())->status, 403);
}

TEST(RequestGuard, KnowsTheServerThatPassesOnToIt) {
  const RequestGuard guard(8080, {{kToken}, "https://rate.example.org"});
  RequestHead head = welcome();
  EXPECT_FALSE(guard.refusal(head));
  head.hosts = {"rate.example.org"};
  head.origins = {"https://rate.example.org"};
  EXPECT_FALSE(guard.refusal(head));
  for (const char* origin :
       {"http://rate.example.org", "https://rate.example.org.evil", "https://"}) {
    head.origins = {origin};
    EXPECT_EQ(guard.refusal(head)->status, 403) << origin;
  }
  head.origins.clear();
  for (const char* host :
       {"", "example.org", "https://rate.example.org", "rate.example.org:8080"}) {
    head.hosts = {host};
    EXPECT_EQ(guard.refusal(head)->status, 403) << host;
  }
}

TEST(RequestGuard, HasNoPortIfItIsTheOneOfHttp) {
  EXPECT_EQ(loopback_url(80), "http://127.0.0.1");
  EXPECT_EQ(loopback_url(8080), "http://127.0.0.1:8080");
  RequestHead head = welcome();
  for (const char* host : {"127.0.0.1", "localhost"}) {
    head.hosts = {host};
    head.origins = {"http://" + std::string(host)};
    EXPECT_FALSE(RequestGuard(80, {{kToken}}).refusal(head)) << host;
    EXPECT_TRUE(RequestGuard(8080, {{kToken}}).refusal(head)) << host;
  }
}

TEST(RequestGuard, RefusesForeignHosts) {
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80800", "evil:8080",
                           "127.0.0.1:8080.evil", " 127.0.0.1:8080", "LOCALHOST:8080"}) {
    RequestHead head = welcome();
    head.hosts = {host};
    EXPECT_EQ(status(head), 403) << host;
  }
  RequestHead none = welcome();
  none.hosts = {};
  EXPECT_EQ(status(none), 403);
  RequestHead two = welcome();
  two.hosts = {"127.0.0.1:8080", "127.0.0.1:8080"};
  EXPECT_EQ(status(two), 403);
}

TEST(RequestGuard, RefusesForeignOrigins) {
  for (const char* origin : {"null", "", "http://evil:8080", "https://127.0.0.1:8080",
                             "http://127.0.0.1", "http://127.0.0.1:8080/"}) {
    RequestHead head = welcome();
    head.origins = {origin};
    EXPECT_EQ(status(head), 403) << origin;
  }
  RequestHead second = welcome();
  second.origins = {"http://127.0.0.1:8080", "http://evil"};
  EXPECT_EQ(status(second), 403);
}

TEST(RequestGuard, RefusesWrongTokensWhereverTheyDiffer) {
  for (std::size_t i = 0; i < kToken.size(); ++i) {
    RequestHead head = welcome();
    head.token[i] = 'x';
    EXPECT_EQ(status(head), 403) << i;
  }
  for (const std::string& token : {std::string(), kToken.substr(1), kToken + "0"}) {
    RequestHead head = welcome();
    head.token = token;
    EXPECT_EQ(status(head), 403) << token;
  }
}

TEST(RequestGuard, BoundsBodiesByTheirPath) {
  EXPECT_EQ(status(post(kLongestBody)), 200);
  EXPECT_EQ(status(post(kLongestBody + 1)), 413);
  EXPECT_EQ(status(post(kLongestUpload, "/api/text")), 200);
  EXPECT_EQ(status(post(kLongestUpload + 1, "/api/text")), 413);
  RequestHead got = welcome();
  got.length = kLongestBody + 1;
  EXPECT_EQ(status(got), 413);
}

TEST(RequestGuard, TakesPlainJsonOfKnownLength) {
  RequestHead head = post(2);
  head.length = {};
  EXPECT_EQ(status(head), 411);
  head = post(2);
  head.encoded = true;
  EXPECT_EQ(status(head), 415);
  head = post(2);
  head.content_type = "text/plain";
  EXPECT_EQ(status(head), 415);
}

TEST(RequestGuard, KnowsThreeMethodsAndShortPaths) {
  for (const char* method : {"PUT", "HEAD", "OPTIONS", "get", ""}) {
    RequestHead head = welcome();
    head.method = method;
    EXPECT_EQ(status(head), 405) << method;
  }
  RequestHead head = welcome();
  head.path = "/" + std::string(500, 'a');
  EXPECT_EQ(status(head), 404);
}

// Without the token, a client learns nothing of other errors.
TEST(RequestGuard, AsksForTheTokenFirst) {
  RequestHead head = post(kLongestUpload + 1);
  head.token = "";
  EXPECT_EQ(status(head), 403);
}

TEST(Token, DiffersEachTime) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(new_token());
  EXPECT_EQ(tokens.size(), 100);
  for (const auto& token : tokens) {
    EXPECT_EQ(token.size(), 32);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), token.npos);
  }
}

}  // namespace request_guard_test
}  // namespace sonde
