#include "formats/json/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "formats/testing/formats.h"

namespace sonde {
namespace json_test {

using testing::HasSubstr;

std::string error_of(const std::string& text) {
  return input_error_of([&] { parse_json(text, "x.json"); });
}

TEST(Json, ReadsDocuments) {
  const auto document = parse_json(R"({"a": [1, 2.5, "\u00e4[{"], "b": {"a": null}})", "x.json");
  EXPECT_EQ(document["a"][1], 2.5);
  EXPECT_EQ(document["a"][2], "ä[{");
}

TEST(Json, NamesTheLineOfAFault) {
  EXPECT_THAT(error_of(""), HasSubstr("x.json:1: is not valid JSON"));
  EXPECT_THAT(error_of("{\n\n  \"a\" 1}"), HasSubstr("x.json:3: is not valid JSON"));
  EXPECT_THAT(error_of("[1,\n2"), HasSubstr("x.json:2:"));
  EXPECT_THAT(error_of("[1]\n[2]"), HasSubstr("x.json:2:"));
  EXPECT_THAT(error_of("[\"\xff\"]"), HasSubstr("x.json:1:"));
  EXPECT_THAT(error_of("[NaN]"), HasSubstr("x.json:1:"));
  EXPECT_THAT(error_of("[1e999]"), HasSubstr("a number is too large"));
}

TEST(Json, DoesNotRepeatWhatItCouldNotRead) {
  EXPECT_LT(error_of("[\"" + std::string(10'000, 'a') + "\x01\"]").size(), 200U);
  EXPECT_LT(error_of("{\"" + std::string(10'000, 'a') + "\":\n1,\"b\":2").size(), 200U);
}

TEST(Json, HasADepth) {
  EXPECT_EQ(error_of(std::string(64, '[') + std::string(64, ']')), "no error");
  EXPECT_THAT(error_of("\n" + std::string(65, '[') + std::string(65, ']')),
              HasSubstr("x.json:2: JSON is nested more than 64 deep"));
  EXPECT_EQ(error_of("[" + std::string("[],[],") + "\"[[\\\"[[\"]"), "no error");
  EXPECT_THAT(error_of(std::string(1'000'000, '[')), HasSubstr("more than 64 deep"));
}

TEST(Json, HasNoKeyTwice) {
  EXPECT_THAT(error_of(R"({"a": {"b": 1, "b": 2}})"), HasSubstr("the key 'b' twice"));
  EXPECT_EQ(error_of(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]})"), "no error");
}

TEST(Json, ANulEndsNothing) {
  EXPECT_THAT(error_of(std::string("[1]\n\0{]", 7)), HasSubstr("x.json:2: is not valid JSON"));
  EXPECT_THAT(error_of(std::string("[\"a\0\"]", 6)), HasSubstr("x.json:1: is not valid JSON"));
}

TEST(Json, ALongKeyIsCutWhereACharacterEnds) {
  std::string key = "x";
  for (int i = 0; i < 100; ++i) key += "\xc3\xa4";
  const std::string entry = "\"" + key + "\": 1";
  const std::string error = error_of("{" + entry + ", " + entry + "}");
  EXPECT_THAT(error, HasSubstr("\xc3\xa4...' twice"));
  EXPECT_LT(error.size(), 200U);
}

// A parser that looks through the parent at the end of each object takes minutes for these.
TEST(Json, ManyObjectsTakeLinearTime) {
  constexpr std::size_t kMany = 300'000;
  std::string list = "[{}", nested = "{";
  for (std::size_t i = 0; i < kMany; ++i) {
    list += ",{}";
    nested += "\"" + std::to_string(i) + "\":{\"a\":[{}]},";
  }
  nested.back() = '}';
  const std::clock_t begin = std::clock();
  EXPECT_EQ(parse_json(list + "]", "x.json").size(), kMany + 1);
  EXPECT_EQ(parse_json(nested, "x.json").size(), kMany);
  EXPECT_LT(std::clock() - begin, 15 * CLOCKS_PER_SEC);  // processor time
}

TEST(Json, ReadsAsTheLibraryDoes) {
  for (const std::string text :
       {"null", "-1", "18446744073709551615", "1e3", "\"\\ud83d\\ude00\"", "[]", "{}", "[[],{}]",
        "[[1,[2,{\"a\":[3]}],4],{\"b\":{},\"c\":[{\"d\":null}]},true,false,-0.0]"}) {
    EXPECT_EQ(parse_json(text, "x").dump(), nlohmann::json::parse(text).dump());
  }
}

TEST(Json, ReadsFilesUpToALimit) {
  const TemporaryFolder folder;
  const auto file = folder.write("x.json", "[1, 2]");
  EXPECT_EQ(read_json(file, 6).size(), 2U);
  EXPECT_THAT(input_error_of([&] { read_json(file, 5); }), HasSubstr("longer than 5 bytes"));
  EXPECT_THAT(input_error_of([&] { read_json(folder.path() / "y"); }), HasSubstr("No such file"));
  EXPECT_THAT(input_error_of([&] { read_json("/dev/zero"); }), HasSubstr("a device"));
}

}  // namespace json_test
}  // namespace sonde
