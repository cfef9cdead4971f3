#include "outside/http/json_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <optional>

#include "base/testing/eventually_test.h"
#include "formats/testing/formats.h"
#include "outside/canned_server_test.h"
#include "outside/chat.h"
#include "outside/replies/stored_replies.h"

namespace sonde {
namespace json_server_test {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

JsonServerOptions options_for(const std::string& url) {
  JsonServerOptions options;
  options.url = url;
  options.key = "sk-secret-0123";
  options.retry.tries = 3;
  options.retry.first_pause = milliseconds(1);
  return options;
}

std::string error_of(std::vector<Canned> answers, std::size_t requests) {
  const CannedServer server(std::move(answers));
  JsonServer json(options_for(server.url()));
  std::string what = "no error";
  try {
    json.ask("{}");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_EQ(error.place().file, server.url());
    what = error.what();
  }
  EXPECT_EQ(server.requests().size(), requests) << what;
  EXPECT_THAT(what, AllOf(Not(HasSubstr("\n")), Not(HasSubstr("secret"))));
  return what;
}

TEST(JsonServer, SendsTheKeyAndGivesTheAnswer) {
  const CannedServer server({answer_of(200, R"({"a": 1})")});
  JsonServer json(options_for(server.url()));
  EXPECT_EQ(json.ask(R"({"q":2})"), R"({"a": 1})");
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nAuthorization: Bearer sk-secret-0123\r\n"));
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nContent-Type: application/json\r\n"));
}

TEST(JsonServer, LeavesTheRefusalOfAQuestionToWhoAsked) {
  for (const int status : {400, 413, 422}) {
    const CannedServer server(
        {answer_of(status, R"({"error": {"message": "too long"}})"), answer_of(200, "{}")});
    JsonServer json(options_for(server.url()));
    std::optional<Error> refusal;
    EXPECT_EQ(json.ask("{}", refusal), "");
    ASSERT_TRUE(refusal);
    EXPECT_THAT(refusal->what(), HasSubstr("answered " + std::to_string(status) + ": 'too long'"));
    EXPECT_EQ(json.ask("{}"), "{}");  // another question
  }
}

TEST(JsonServer, SendsTheKeyUnderAnotherHeader) {
  const CannedServer server({answer_of(200, "{}")});
  auto options = options_for(server.url());
  options.key_header = "x-goog-api-key: ";
  JsonServer(std::move(options)).ask("{}");
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nx-goog-api-key: sk-secret-0123\r\n"));
  EXPECT_THAT(server.requests()[0], Not(HasSubstr("Authorization")));
}

TEST(JsonServer, SendsHeadersAndHidesTheirValues) {
  const CannedServer server(
      {answer_of(401, R"({"error": "api-key hidden-value-1 and hidden-value-2"})")});
  auto options = options_for(server.url());
  options.headers = {{"api-key", "hidden-value-1"}, {"X-Gateway", "Basic hidden-value-2"}};
  try {
    JsonServer(std::move(options)).ask("{}");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("401"), Not(HasSubstr("hidden"))));
  }
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\napi-key: hidden-value-1\r\n"));
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nX-Gateway: Basic hidden-value-2\r\n"));
}

// The message on these headers, with a key if that isn't empty.
std::string refusal_of(std::vector<HttpHeader> headers, const std::string& key = "sk-secret-0123") {
  auto options = options_for("http://127.0.0.1:1");
  options.key = key;
  options.headers = std::move(headers);
  try {
    check_server(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "none";
}

TEST(JsonServer, RefusesWhatIsNotAHeader) {
  for (const auto& [name, value] : std::vector<HttpHeader>{{"", "v"},
                                                           {"a b", "v"},
                                                           {"a:b", "v"},
                                                           {"a/b", "v"},
                                                           {"a(b)", "v"},
                                                           {"\"a\"", "v"},
                                                           {"\xc3\xa9", "v"},
                                                           {"a", "v\r\nb: c"},
                                                           {"a", "\xc3\xa9"}}) {
    EXPECT_NE(refusal_of({{name, value}}), "none") << name << ": " << value;
  }
  EXPECT_EQ(refusal_of({{"x-Team_2.a~b", "two words"}, {"User-Agent", "mine"}}), "none");
}

TEST(JsonServer, RefusesHeadersThatAreSetAlready) {
  for (const std::string name :
       {"Content-Type", "content-length", "HOST", "Transfer-Encoding", "Accept-Encoding", "Expect",
        "Connection", "Proxy-Authorization"}) {
    EXPECT_THAT(refusal_of({{name, "v"}}), HasSubstr("the header " + name + " is set by sonde"));
  }
  EXPECT_THAT(refusal_of({{"X-Team", "a"}, {"x-team", "b"}}), HasSubstr("x-team is given twice"));
  EXPECT_THAT(refusal_of({{"authorization", "Bearer b"}}),
              HasSubstr("the key is sent as the header Authorization, which is given as well"));
  EXPECT_EQ(refusal_of({{"authorization", "Bearer b"}}, ""), "none");
}

TEST(JsonServer, SendsAnotherNameOfTheProgram) {
  const CannedServer server({answer_of(200, "{}")});
  auto options = options_for(server.url());
  options.headers = {{"User-Agent", "mine"}};
  JsonServer(std::move(options)).ask("{}");
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nUser-Agent: mine\r\n"));
  EXPECT_THAT(server.requests()[0], Not(HasSubstr("sonde")));
}

TEST(JsonServer, TellsNumbersThatJsonDoesNotHave) {
  EXPECT_THAT(error_of({answer_of(200, R"({"a": [NaN]})")}, 1), HasSubstr("answered NaN"));
  EXPECT_THAT(error_of({answer_of(200, R"({"a": [-Infinity]})")}, 1),
              HasSubstr("answered Infinity"));
}

TEST(JsonServer, AsksAgainWhatMayPass) {
  const Canned good = answer_of(200, "{}");
  for (const auto& bad : {answer_of(429, "", "Retry-After: 0\r\n"), answer_of(503, "busy"),
                          Canned{"HTTP/1.1 200 X\r\nContent-Length: 20\r\n\r\n{\"a\""}, Canned{},
                          answer_of(200, ""), Canned{"HTTP/1.0 200 X\r\n\r\n{\"a\": 1"}}) {
    const CannedServer server({bad, bad, good});
    std::vector<std::string> notes;
    auto options = options_for(server.url());
    options.note = [&](const std::string& note) { notes.push_back(note); };
    EXPECT_EQ(JsonServer(options).ask("{}"), "{}");
    EXPECT_EQ(notes.size(), 2) << bad.bytes;
    EXPECT_EQ(server.requests().size(), 3);
  }
}

TEST(JsonServer, WaitsAsLongAsTheServerAsks) {
  const CannedServer server({answer_of(429, "", "Retry-After: 1\r\n"), answer_of(200, "{}")});
  const auto begin = std::chrono::steady_clock::now();
  JsonServer(options_for(server.url())).ask("{}");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(1000));
}

TEST(JsonServer, SaysWhatTheServerSaid) {
  EXPECT_THAT(error_of({answer_of(404, R"({"error": {"message": "no model x"}})")}, 1),
              HasSubstr("answered 404: 'no model x'; check the URL"));
  EXPECT_THAT(error_of({answer_of(400, R"({"error": "bad\u0007 option"})")}, 1),
              HasSubstr("'bad\\x07 option'"));
  EXPECT_THAT(error_of({answer_of(401, "wrong key sk-secret-0123!")}, 1),
              HasSubstr("'wrong key [key]!'; check the key"));
  EXPECT_THAT(error_of({answer_of(401, std::string(112, 'x') + "sk-secret-0123!")}, 1),
              Not(HasSubstr("sk-")));
  EXPECT_THAT(
      error_of({answer_of(401, R"({"error": {"message": "wrong key sk\u002dsecret-0123!"}})")}, 1),
      HasSubstr("'wrong key [key]!'"));
  EXPECT_THAT(error_of({answer_of(500, "")}, 3), HasSubstr("answered 500 (tried 3 times); "));
  EXPECT_THAT(error_of({answer_of(302, "", "Location: http://else.where/\r\n")}, 1),
              HasSubstr("a redirect to 'http://else.where/'"));
  EXPECT_THAT(error_of({answer_of(429, "", "Retry-After: 86400\r\n")}, 1),
              HasSubstr("wants a wait of 86400 s"));
}

TEST(JsonServer, TellsWhatIsNoJson) {
  EXPECT_THAT(error_of({answer_of(200, "<!DOCTYPE html>\n<p>Sign in")}, 1),
              HasSubstr("answered HTML, no JSON: '<!DOCTYPE html>...'; check the URL"));
  EXPECT_THAT(error_of({answer_of(200, "[1, 2]")}, 1), HasSubstr("a JSON object: '[1, 2]'"));
  EXPECT_THAT(error_of({answer_of(200, "\x1f\x8b\x08\xff")}, 1),
              HasSubstr("answered gzip without saying so in a header"));
  EXPECT_THAT(error_of({answer_of(200, "\xff\xfe")}, 1), HasSubstr("'\\xff\\xfe'"));
  EXPECT_THAT(error_of({answer_of(200, "{\"a\": \"\xff\"}")}, 1), HasSubstr("\\xff"));
}

TEST(JsonServer, IsStoppedWhileItWaits) {
  const CannedServer server({answer_of(503, "")});
  auto options = options_for(server.url());
  options.retry.first_pause = milliseconds(60000);
  bool stop = false;
  options.stop = [&] { return stop; };
  options.note = [&](const std::string&) { stop = true; };
  JsonServer json(options);
  try {
    json.ask("{}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
}

TEST(JsonServer, RefusesUrlsAndKeysThatAreNone) {
  for (const char* url : {"", "127.0.0.1:8080", "http:/chat", "http://", "://x", "ftp://x",
                          "http://user:word@host/v1", "http://a b", "http://a\r\nX: y", "https"}) {
    EXPECT_THROW(JsonServer(options_for(url)), Error) << url;
  }
  EXPECT_NO_THROW(JsonServer(options_for("HTTP://host/v1")));
  auto options = options_for("http://host@x");
  EXPECT_THROW(JsonServer{options}, Error);
  options = options_for("http://host/a@b");
  options.key = "two\r\nX-Lines: 1";
  EXPECT_THROW(JsonServer{options}, Error);
  options.key.clear();
  EXPECT_NO_THROW(JsonServer{options});
}

TEST(StoredReplies, NothingIsAskedTwice) {
  const TemporaryFolder folder;
  const CannedServer server({answer_of(200, R"({"n": 1})"), answer_of(200, R"({"n": 2})"),
                             answer_of(200, R"({"n": 3})")});
  JsonServer json(options_for(server.url()));
  const auto any = [](const std::string&) {};
  {
    Ledger ledger(folder.path() / "l");
    StoredReplies answers(json, ledger);
    EXPECT_EQ(answers.ask("{}", 0, any), R"({"n": 1})");
    EXPECT_EQ(answers.ask("{}", 0, any), R"({"n": 1})");
    EXPECT_EQ(answers.ask("{}", 1, any), R"({"n": 2})");
    EXPECT_EQ(answers.asked(), 2);
  }
  Ledger ledger(folder.path() / "l");
  StoredReplies answers(json, ledger);
  EXPECT_EQ(answers.ask("{}", 1, any), R"({"n": 2})");
  EXPECT_EQ(answers.ask(R"({"other":1})", 0, any), R"({"n": 3})");
  EXPECT_EQ(server.requests().size(), 3);
  EXPECT_THAT(folder.read("l"), Not(HasSubstr("secret")));
}

TEST(StoredReplies, EqualQuestionsAtOnceAreOneQuestion) {
  const TemporaryFolder folder;
  std::array<std::atomic<::pid_t>, 6> asking{};
  Canned answer = answer_of(200, "{}");
  answer.before = [&asking] {  // after all requests
    for (const auto& thread : asking) {
      test::eventually([&thread] { return thread != 0; });
      test::eventually_waits(thread);
    }
  };
  const CannedServer server({answer});
  JsonServer json(options_for(server.url()));
  Ledger ledger(folder.path() / "l");
  StoredReplies answers(json, ledger);
  {
    std::vector<std::jthread> threads;
    for (auto& thread : asking) {
      threads.emplace_back([&] {
        thread = ::gettid();
        answers.ask("{}", 0, [](const std::string&) {});
      });
    }
  }
  EXPECT_EQ(server.requests().size(), 1);
}

TEST(StoredReplies, WhatIsNoAnswerIsNotKept) {
  const TemporaryFolder folder;
  const CannedServer server({answer_of(200, R"({"object": "list"})")});
  JsonServer json(options_for(server.url()));
  Ledger ledger(folder.path() / "l");
  StoredReplies answers(json, ledger);
  const auto check = [&](const std::string& body) { read_chat_answer(body, json.url()); };
  EXPECT_THROW(answers.ask("{}", 0, check), Error);
  EXPECT_THROW(answers.ask("{}", 0, check), Error);
  EXPECT_EQ(server.requests().size(), 2);
}

TEST(Chat, WritesARequest) {
  ChatQuestion question{"m", "be brief", "say \"x\"", {{"temperature", 0.5}}};
  EXPECT_EQ(chat_request(question),
            R"({"messages":[{"content":"be brief","role":"system"},)"
            R"({"content":"say \"x\"","role":"user"}],"model":"m","temperature":0.5})");
  question.system.clear();
  EXPECT_THAT(chat_request(question), Not(HasSubstr("system")));
  EXPECT_EQ(chat_url("http://h/v1/"), "http://h/v1/chat/completions");
  EXPECT_EQ(chat_url("http://h/v1/chat/completions"), "http://h/v1/chat/completions");
  EXPECT_EQ(chat_url("https://h/v1/?api-version=1"), "https://h/v1/chat/completions?api-version=1");
  EXPECT_EQ(chat_url("https://h/chat/completions?a=/b&c#d"), "https://h/chat/completions?a=/b&c");
}

TEST(Chat, ReadsAnAnswer) {
  const auto answer = read_chat_answer(
      R"({"created": 1700000000, "model": "m-1", "choices": [{"index": 0, "finish_reason": "stop",
          "message": {"role": "assistant", "content": " Hi.\n"}}]})",
      "u");
  EXPECT_EQ(answer.text, " Hi.\n");
  EXPECT_EQ(answer.model, "m-1");
  EXPECT_EQ(answer.finish, "stop");
  EXPECT_EQ(answer.created, 1700000000);
  const auto bare =
      read_chat_answer(R"({"choices": [{"message": {"content": null, "refusal": "no"}}]})", "u");
  EXPECT_EQ(bare.text, "");
  EXPECT_EQ(bare.refusal, "no");
  EXPECT_EQ(bare.created, std::nullopt);
}

TEST(Chat, RefusesWhatIsNoAnswer) {
  const std::string long_model =
      R"({"choices": [{"message": {"content": "a"}}], "model": ")" + std::string(1001, 'x') + "\"}";
  const std::vector<std::pair<const char*, const char*>> bad{
      {"<html>", "is not valid JSON"},
      {"[]", "answer with a JSON object"},
      {R"({"error": {"message": "overloaded"}})", "answered an error"},
      {R"({"id": "x"})", "has no choices"},
      {R"({"choices": []})", "no list of choices"},
      {R"({"choices": {}})", "no list of choices"},
      {R"({"choices": [1]})", "has no message"},
      {R"({"choices": [{"message": "x"}]})", "has no message"},
      {R"({"choices": [{"message": {}}]})", "no text as content"},
      {R"({"choices": [{"message": {"content": [1]}}]})", "no text as content"},
      {R"({"choices": [{"message": {"content": "a", "content": "b"}}]})", "twice"},
      {long_model.c_str(), "has a longer model than 1000 bytes"},
      {"{\"choices\": [{\"message\": {\"content\": \"\\ud800\"}}]}", "is not valid JSON"}};
  for (const auto& [body, says] : bad) {
    try {
      read_chat_answer(body, "http://u");
      ADD_FAILURE() << body;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kOutside);
      EXPECT_THAT(error.what(), AllOf(HasSubstr(says), testing::StartsWith("http://u: "))) << body;
    }
  }
}

}  // namespace json_server_test
}  // namespace sonde
