#include "outside/embedding_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>

#include "base/testing/eventually_test.h"
#include "outside/replies/parallel_replies.h"
#include "sonde/error.h"

namespace sonde {
namespace embedding_api_test {

using testing::ElementsAre;
using testing::HasSubstr;

EmbeddingQuestion two_texts() { return {"m", {"one", "two"}}; }

EmbeddingReply read(const char* name, const std::string& body, std::size_t dimension = 0) {
  return read_embedding_reply(embedding_api(name), two_texts(), body, dimension, "http://s");
}

std::string error_of(const std::string& body, std::size_t dimension = 0) {
  try {
    read("openai", body, dimension);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_EQ(error.place().file, "http://s");
    EXPECT_FALSE(error.advice().empty());
    return error.message();
  }
  return "no error";
}

std::string data(const std::string& first, const std::string& second) {
  return R"({"data": [{"index": 0, "embedding": )" + first + R"(}, {"index": 1, "embedding": )" +
         second + "}]}";
}

TEST(EmbeddingApi, ReadsTheFormOfEachService) {
  const std::string openai =
      R"({"data": [{"index": 1, "embedding": [3, 4]}, {"index": 0, "embedding": [1, 2]}]})";
  for (const auto& [name, body] : {std::pair<const char*, std::string>{"openai", openai},
                                   {"voyage", openai},
                                   {"jina", openai},
                                   {"ollama", R"({"embeddings": [[1, 2], [3, 4]]})"},
                                   {"cohere", R"({"embeddings": {"float": [[1, 2], [3, 4]]}})"},
                                   {"google", R"({"embeddings": [{"values": [1, 2]},
                                                                 {"values": [3, 4]}]})"}}) {
    const auto answer = read(name, body);
    EXPECT_EQ(answer.dimension, 2) << name;
    EXPECT_THAT(answer.numbers, ElementsAre(1, 2, 3, 4)) << name;
  }
}

TEST(EmbeddingApi, KeepsTheOrderWhereNoIndexIsGiven) {
  EXPECT_THAT(
      read("openai", R"({"data": [{"embedding": [1]}, {"embedding": [2]}], "model": "x"})").numbers,
      ElementsAre(1, 2));
}

TEST(EmbeddingApi, UnpacksNumbersWithTheLowestByteFirst) {
  // struct.pack("<2f", 1, 2), struct.pack(">2f", 1, 2)
  EXPECT_THAT(read("openai", data(R"("AACAPwAAAEA=")", "[3, 4]")).numbers, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(error_of(data(R"("P4AAAEAAAAA=")", "[3, 4]")), HasSubstr("highest byte first"));
  for (const char* wrong : {R"("")", R"("AAA")", R"("AAAA")", R"("!ACAPwAAAEA=")", R"("====")"}) {
    EXPECT_THAT(error_of(data(wrong, "[1]")), HasSubstr("is not base64 of float32")) << wrong;
  }
}

// struct.pack("<4e", 0.05, -0.1, 0.2, 0.3): two float32 numbers of about 1e-13.
TEST(EmbeddingApi, NumbersPackedInAnotherWidthAreRefused) {
  EXPECT_THAT(error_of(data(R"("ZipmrmYyzTQ=")", "[0.1, 0.2, 0.3, 0.4]"), 4),
              HasSubstr("packs 4 numbers into 2 bytes each"));
  EXPECT_THAT(error_of(data(R"("ZipmrmYyzTQ=")", "[1, 2]")), HasSubstr("out of range"));
}

std::string repeated(const std::string& block) {
  std::string text = "\"";
  for (int i = 0; i < 12; ++i) text += block;
  return text + "\"";
}

TEST(EmbeddingApi, NumbersPackedInHalfTheWidthAreRefusedBeforeAnyOther) {
  // struct.pack("<12e", .5, -.25, .125, .75, -1.5, .0625, 2, -.875, .3, -.1, .02, .7)
  const auto half = repeated("ADgAtAAwADoAvgAsAEAAu800Zq4fJZo5");
  EXPECT_THAT(error_of(data(half, half)), HasSubstr("is packed as float16"));
  // struct.pack("<3f", .3, -.7, .123456) and, as numbers that bfloat16 has, (.5, -.25, .125)
  for (const char* block : {"mpmZPjMzM7+A1vw9", "AAAAPwAAgL4AAAA+"}) {
    EXPECT_EQ(read("openai", data(repeated(block), repeated(block))).dimension, 36U) << block;
  }
}

TEST(EmbeddingApi, WholeNumbersNeedTheirEncoding) {
  std::string whole = "[200", packed = "[129";
  for (int i = 0; i < 15; ++i) whole += ", 7", packed += ", 0";
  whole += "]", packed += "]";
  EXPECT_THAT(error_of(data(whole, whole)), HasSubstr("whole numbers alone"));
  EmbeddingQuestion question = two_texts();
  const std::string eight = "[73, 63, 13, 0, 255, 1, 9, 4]";  // the signs of 64 numbers
  question.encoding = "base64";
  for (const std::string& list : {whole, eight}) {
    try {
      read_embedding_reply(embedding_api("openai"), question, data(list, list), 0, "http://s");
      ADD_FAILURE() << list;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("whole numbers alone"));
    }
  }
  question.encoding = "ubinary";
  const auto& api = embedding_api("jina");
  const auto answer = read_embedding_reply(api, question, data(packed, packed), 0, "http://s");
  EXPECT_EQ(answer.dimension, 128U);
  EXPECT_THAT(std::vector<float>(answer.numbers.begin(), answer.numbers.begin() + 8),
              ElementsAre(1, -1, -1, -1, -1, -1, -1, 1));
  question.encoding = "binary";
  EXPECT_THROW(read_embedding_reply(api, question, data(whole, whole), 0, "http://s"), Error);
}

TEST(EmbeddingApi, AsksForTheEncoding) {
  EmbeddingQuestion question = two_texts();
  question.encoding = "ubinary";
  EXPECT_THAT(embedding_request(embedding_api("cohere"), question), HasSubstr(R"(["ubinary"])"));
  for (const char* name : {"voyage", "jina"}) {
    EXPECT_THAT(embedding_request(embedding_api(name), question), HasSubstr(R"("ubinary")"));
  }
}

TEST(EmbeddingApi, NamesTheTextOfAWrongVector) {
  const std::string one = "the vector of 'one' in its answer ", two = "the vector of 'two' in its";
  EXPECT_THAT(error_of(data("[1, null]", "[1, 2]")), HasSubstr(one + "holds 'null'"));
  EXPECT_THAT(error_of(data("[1, 1e39]", "[1, 2]")), HasSubstr(one + "holds a number that is not"));
  EXPECT_THAT(error_of(data("[1, 2]", "[1]")), HasSubstr(two));
  EXPECT_THAT(error_of(data("[1, 2]", "[1, 2]"), 3), HasSubstr("has 2 numbers, others have 3"));
  EXPECT_THAT(error_of(data("[]", "[1]")), HasSubstr(one + "has 0 numbers"));
  EXPECT_THAT(error_of(data("null", "[1]")), HasSubstr(one + "is not a list of numbers"));
  EXPECT_THAT(error_of(R"({"data": [{"index": 0}, {"index": 1}]})"), HasSubstr(one + "is missing"));
}

TEST(EmbeddingApi, RefusesOtherAnswers) {
  for (const char* none : {"[]", "{}", R"({"data": 1})", R"({"data": []})", R"({"error": "x"})"}) {
    EXPECT_THAT(error_of(none), HasSubstr("has no vectors")) << none;
  }
  EXPECT_THAT(error_of(R"({"data": [{"embedding": [1]}]})"), HasSubstr("1 vector for 2 texts"));
  EXPECT_THAT(error_of(R"({"data": [{"index": 1, "embedding": [1]},
                                    {"index": 1, "embedding": [1]}]})"),
              HasSubstr("has index 1 twice"));
  EXPECT_THAT(error_of(R"({"data": [{"index": 2, "embedding": [1]},
                                    {"index": 1, "embedding": [1]}]})"),
              HasSubstr("has index 2 for 2 texts"));
  for (const char* index : {"\"0\"", "-1", "0.5", "1.0", "true"}) {
    const std::string entry = std::string(R"({"embedding": [1], "index": )") + index + "}";
    EXPECT_THAT(error_of(R"({"data": [)" + entry + "," + entry + "]}"),
                HasSubstr("an index that is not a natural number"))
        << index;
  }
  EXPECT_THAT(error_of("no JSON"), HasSubstr("is not valid JSON"));
}

TEST(EmbeddingApi, AsksAtTheServicesOwnPlace) {
  const auto url = [](const char* name, const char* base) {
    return embedding_url(embedding_api(name), base, "m");
  };
  EXPECT_EQ(url("openai", "http://h/v1"), "http://h/v1/embeddings");
  EXPECT_EQ(url("openai", "http://h/v1/"), "http://h/v1/embeddings");
  EXPECT_EQ(url("openai", "http://h/v1/embeddings"), "http://h/v1/embeddings");
  EXPECT_EQ(url("openai", "http://h/d?a=1&b=2"), "http://h/d/embeddings?a=1&b=2");
  EXPECT_EQ(url("openai", "http://h/d/embeddings?a=1"), "http://h/d/embeddings?a=1");
  EXPECT_EQ(url("ollama", ""), "http://127.0.0.1:11434/api/embed");
  EXPECT_EQ(url("cohere", "http://h"), "http://h/v2/embed");
  EXPECT_EQ(url("google", ""),
            "https://generativelanguage.googleapis.com/v1beta/models/m:batchEmbedContents");
}

TEST(EmbeddingApi, AddsFurtherMembersThatAreNotThere) {
  EmbeddingQuestion question = two_texts();
  question.extra = {{"user", "me"}};
  EXPECT_THAT(embedding_request(embedding_api("openai"), question), HasSubstr(R"("user":"me")"));
  question.extra = {{"model", "me"}};
  EXPECT_THROW(embedding_request(embedding_api("openai"), question), Error);
}

TEST(EmbeddingApi, EstimatesTokensFromAbove) {
  EXPECT_EQ(estimated_tokens(""), 2);
  EXPECT_EQ(estimated_tokens("a sentence of words"), 8);
}

TEST(ParallelReplies, GivesAllAnswersOnTheThreadThatAsked) {
  std::latch counted(1);
  std::thread([] {}).join();  // ThreadSanitizer starts another thread with the first
  const std::ptrdiff_t before = test::threads_of_this_process();
  ParallelReplies<std::size_t> answers(50, 4, [&](std::size_t question) {
    counted.wait();
    return question * question;
  });
  EXPECT_EQ(test::threads_of_this_process() - before, 4);
  counted.count_down();
  std::vector<bool> there(50);
  while (const auto answer = answers.next([] {})) {
    EXPECT_EQ(answer->second, answer->first * answer->first);
    there[answer->first] = true;
  }
  EXPECT_THAT(there, testing::Each(true));
}

// The first thread may have ended before the second one exists.
TEST(ParallelReplies, EndsHoweverSoonAThreadDoes) {
  for (int turn = 0; turn < 300; ++turn) {
    ParallelReplies<std::size_t> answers(8, 8, [](std::size_t question) { return question; });
    std::size_t got = 0;
    while (answers.next([] {})) ++got;
    ASSERT_EQ(got, 8U);
  }
}

TEST(ParallelReplies, ThrowsAfterTheAnswersThatCame) {
  std::atomic<int> asked = 0;
  std::atomic<::pid_t> failed = 0;
  ParallelReplies<int> answers(1000, 2, [&](std::size_t question) {
    ++asked;
    if (question == 10) {
      failed = ::gettid();
      throw std::runtime_error("ten");
    }
    if (question > 10) test::eventually([&] { return failed != 0; });
    if (question > 10) test::eventually_ends(failed);  // its thread sends no more
    return 1;
  });
  int got = 0;
  EXPECT_THROW(while (answers.next([] {}))++ got, std::runtime_error);
  EXPECT_EQ(got, asked - 1);
  EXPECT_LE(asked, 12);
}

TEST(ParallelReplies, AsksNoMoreWhereNobodyListens) {
  std::atomic<int> asked = 0;
  std::latch leaves(1);
  std::jthread releasing;
  {
    ParallelReplies<int> answers(1000, 2, [&](std::size_t question) {
      ++asked;
      if (question > 0) leaves.wait();
      return 1;
    });
    answers.next([] {});
    releasing = std::jthread([&leaves, listener = ::gettid()] {
      test::eventually_waits(listener);  // for the threads that still ask
      leaves.count_down();
    });
  }
  EXPECT_LE(asked, 3);
}

}  // namespace embedding_api_test
}  // namespace sonde
