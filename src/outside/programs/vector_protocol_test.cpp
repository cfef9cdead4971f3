#include "outside/programs/vector_protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sonde/error.h"

namespace sonde {
namespace vector_protocol_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string_view> kTexts{"a dog", "a cat"};

VectorAnswer read(std::string_view line, std::size_t dimension = 0) {
  return read_vector_answer(line, kTexts, dimension);
}

std::string error_of(std::string_view line, std::size_t dimension = 0) {
  try {
    read(line, dimension);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_FALSE(error.advice().empty());
    return error.what();
  }
  return "no error";
}

TEST(VectorProtocol, ARequestIsALineOfAscii) {
  const std::vector<std::string_view> texts{"a \"b\"\n\tc", "caf\u00e9 \U0001f600\u2028"};
  EXPECT_EQ(vector_request(texts), R"({"texts":["a \"b\"\n\tc","caf\u00e9 \ud83d\ude00\u2028"]})");
  const std::vector<std::string_view> sides{"first", "second"};
  EXPECT_EQ(vector_request(kTexts, sides),
            R"({"sides":["first","second"],"texts":["a dog","a cat"]})");
}

TEST(VectorProtocol, AnAnswerHasAVectorAText) {
  const auto answer = read(R"( {"vectors" : [[1, -0.5, 2e-3], [0, 1e38, 12345678901234567890]]} )");
  EXPECT_EQ(answer.dimension, 3U);
  EXPECT_THAT(answer.given, ElementsAre(true, true));
  EXPECT_THAT(answer.numbers,
              ElementsAre(1.0F, -0.5F, 2e-3F, 0.0F, 1e38F, 12345678901234567890.0F));
}

TEST(VectorProtocol, AnAnswerMaySayWhoGivesIt) {
  EXPECT_EQ(read(R"({"vectors": [[1], [2]]})").identity, "");
  EXPECT_EQ(read(R"({"identity": "me \u00e4", "vectors": [[1], [2]]})").identity, "me \u00e4");
  EXPECT_EQ(read(R"({"vectors": [[1], [2]], "identity": "me"})").identity, "me");
  for (const std::string other : {"1", "null", "[]", "{}", "true", "\"a\", \"identity\": \"b\""}) {
    EXPECT_THAT(error_of("{\"identity\": " + other + ", \"vectors\": [[1], [2]]}"),
                HasSubstr("the wrong form"))
        << other;
  }
  EXPECT_THAT(error_of("{\"identity\": \"" + std::string(1001, 'x') + "\", \"vectors\": []}"),
              HasSubstr("longer than 1000 bytes"));
}

TEST(VectorProtocol, NullIsNoVector) {
  const auto answer = read(R"({"vectors": [null, [1, 2]]})");
  EXPECT_THAT(answer.given, ElementsAre(false, true));
  EXPECT_EQ(answer.dimension, 2U);
  EXPECT_EQ(read(R"({"vectors": [null, null]})").dimension, 0U);
  EXPECT_EQ(read(R"({"vectors": [null, null]})", 5).dimension, 5U);
}

TEST(VectorProtocol, NumbersThatAreNotFiniteNameTheirText) {
  for (const std::string number : {"NaN", "Infinity", "-Infinity", "1e39", "-1e300", "null"}) {
    for (const auto& vector : {"[" + number + "]", "[0.5," + number + ", 1]"}) {
      EXPECT_THAT(error_of(R"({"vectors": [[1], )" + vector + "]}"),
                  testing::AnyOf(AllOf(HasSubstr("vector 2 of 2, of 'a cat'"), HasSubstr("holds")),
                                 HasSubstr("more than 1")))
          << vector;
    }
    EXPECT_THAT(error_of(R"({"vectors": [[0.25, )" + number + "]]}"),
                AllOf(HasSubstr("vector 1 of 2, of 'a dog'"), HasSubstr("holds")));
  }
  EXPECT_NE(error_of(R"({"vectors": [[1], [1e999]]})"), "no error");
}

TEST(VectorProtocol, RefusesTooFewAndTooMany) {
  EXPECT_THAT(error_of(R"({"vectors": []})"), HasSubstr("has 0 vectors for 2 texts"));
  EXPECT_THAT(error_of(R"({"vectors": [[1]]})"), HasSubstr("has 1 vector for 2 texts"));
  EXPECT_THAT(error_of(R"({"vectors": [[1], [2], [3]]})"), HasSubstr("has more vectors for 2"));
  EXPECT_THAT(error_of(R"({"vectors": [[1], [2], null]})"), HasSubstr("has more vectors for 2"));
}

TEST(VectorProtocol, RefusesAnotherDimension) {
  EXPECT_THAT(error_of(R"({"vectors": [[1], [2, 3]]})"),
              HasSubstr("'a cat', has more than 1 number, others have 1"));
  EXPECT_THAT(error_of(R"({"vectors": [[1, 2], [3]]})"),
              HasSubstr("'a cat', has only 1 number, others have 2"));
  EXPECT_THAT(error_of(R"({"vectors": [[1, 2], [3, 4]]})", 3), HasSubstr("others have 3"));
  EXPECT_THAT(error_of(R"({"vectors": [[], []]})"), HasSubstr("has only 0 numbers"));
  std::string wide = "[0";
  for (std::size_t i = 0; i < kMostDimensions; ++i) wide += ",0";
  EXPECT_THAT(error_of(R"({"vectors": [)" + wide + "], null]}"), HasSubstr("more than 65536"));
}

TEST(VectorProtocol, RefusesAnotherForm) {
  for (const std::string bad :
       {"[[1], [2]]", "{}", R"({"vector": [[1], [2]]})", R"({"vectors": [[1], [2]], "x": 1})",
        R"({"vectors": [1, 2]})", R"({"vectors": [[[1]], [2]]})", R"({"vectors": [["1"], [2]]})",
        R"({"vectors": [[true], [2]]})", R"({"vectors": {"a": 1}})", R"({"vectors": 5})", "null",
        R"({"vectors": [[1], [2]], "vectors": [[1], [2]]})", "7", R"("vectors")"}) {
    EXPECT_THAT(error_of(bad), HasSubstr("has the wrong form")) << bad;
  }
}

TEST(VectorProtocol, WhatIsNoJsonIsTakenForALog) {
  for (const std::string bad : {"Loading weights: 100%", "", "{'vectors': [[1], [2]]}",
                                "array([[1., 2.]])", R"({"vectors": [[1], [2]])"}) {
    EXPECT_THAT(error_of(bad), HasSubstr("print everything else to standard error")) << bad;
  }
  EXPECT_THAT(error_of(R"({"vectors": [[1], [2)"), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of("\xff\xfe log"), HasSubstr("not valid JSON: '...'"));
}

}  // namespace vector_protocol_test
}  // namespace sonde
