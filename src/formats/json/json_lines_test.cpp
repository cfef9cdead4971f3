#include "formats/json/json_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "formats/testing/formats.h"

namespace sonde {
namespace json_lines_test {

using testing::ElementsAre;
using testing::HasSubstr;
using Row = std::vector<std::string>;

std::vector<Row> rows_of(const std::string& text, Row* names = nullptr) {
  std::istringstream in(text);
  JsonLinesReader reader(in, "x.jsonl");
  std::vector<Row> rows;
  for (Row row; reader.next(row);) rows.push_back(row);
  if (names != nullptr) *names = reader.names();
  return rows;
}

std::string error_of(const std::string& text) {
  return input_error_of([&] { rows_of(text); });
}

TEST(JsonLines, AreATableByTheirKeys) {
  Row names;
  const auto rows = rows_of(
      "{\"second\": \"b\", \"first\": \"a\\tb\\n\\u00e9\", \"gold\": 2.50}\r\n"
      "{\"gold\": null, \"more\": true}\n",
      &names);
  EXPECT_THAT(names, ElementsAre("first", "gold", "second", "more"));
  EXPECT_THAT(
      rows, ElementsAre(ElementsAre("a\tb\n\u00e9", "2.5", "b"), ElementsAre("", "", "", "true")));
  EXPECT_TRUE(rows_of("").empty());
}

TEST(JsonLines, NanOfPythonIsAnEmptyField) {
  EXPECT_THAT(rows_of("{\"a\": \"a \\\"NaN\\\" of NaN\", \"gold\": NaN}\n"),
              ElementsAre(ElementsAre("a \"NaN\" of NaN", "")));
  EXPECT_THAT(error_of("{\"gold\": Infinity}\n"), HasSubstr("is not valid JSON"));
}

TEST(JsonLines, ListsOfTextsAreColumnsOfOneName) {
  std::istringstream in("{\"a\": \"x\", \"s\": [\"1\", \"2\"]}\n{\"s\": \"3\", \"a\": [4]}\n");
  JsonLinesReader reader(in, "x.jsonl");
  using Kind = JsonLinesReader::Kind;
  Row row;
  ASSERT_TRUE(reader.next(row));
  EXPECT_THAT(reader.names(), ElementsAre("a", "s", "s"));
  EXPECT_THAT(row, ElementsAre("x", "1", "2"));
  EXPECT_EQ(reader.kind(0), Kind::kPlain);
  EXPECT_EQ(reader.kind(2), Kind::kListed);
  ASSERT_TRUE(reader.next(row));
  EXPECT_THAT(row, ElementsAre("", "3", ""));
  EXPECT_EQ(reader.kind(0), Kind::kNested);
  EXPECT_EQ(reader.kind(1), Kind::kPlain);
  EXPECT_EQ(reader.place().line, 2U);
}

TEST(JsonLines, ErrorsNameTheLine) {
  EXPECT_THAT(error_of("{\"a\": 1}\n{\"a\": 1\n"), HasSubstr("x.jsonl:2: is not valid JSON"));
  EXPECT_THAT(error_of("{\"a\": 1}\n[1]\n"), HasSubstr("x.jsonl:2: the line is not a JSON object"));
  EXPECT_THAT(error_of("{\"a\": 1}\n\n"), HasSubstr("x.jsonl:2: the line is blank"));
  EXPECT_THAT(error_of("{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n"), HasSubstr("x.jsonl:2: "));
  EXPECT_THAT(error_of("{\"a\": \"\\u0000\"}\n"), HasSubstr("x.jsonl:1: a text has a NUL"));
  EXPECT_THAT(error_of("{\"a\": \"\\ud800\"}\n"), HasSubstr("x.jsonl:1: is not valid JSON"));
  EXPECT_THAT(error_of("{\"a\": \"" + std::string(kLongestLine, 'x') + "\"}\n"),
              HasSubstr("longer than 1 MiB"));
  std::string keys = "{\"k\": 0";
  for (std::size_t i = 0; i < kMostKeys; ++i) keys += ", \"k" + std::to_string(i) + "\": 0";
  EXPECT_THAT(error_of(keys + "}\n"), HasSubstr("x.jsonl:1: more than 1000 keys"));
}

bool detected(const char* name, const std::string& text) {
  const TemporaryFolder folder;
  return is_json_lines(folder.write(name, text));
}

TEST(JsonLines, AreKnownByNameAndContent) {
  EXPECT_TRUE(detected("a.jsonl", "no JSON"));
  EXPECT_TRUE(detected("a.json", "{\"a\": 1}\n{\"a\": 2}\n"));
  EXPECT_TRUE(detected("a.txt", "\n {\"a\": 1}\n{\"a\": 2}\n"));
  EXPECT_FALSE(detected("a.txt", "[1] A sentence.\n"));
  EXPECT_FALSE(detected("a.txt", "{A sentence} in braces.\n"));
  EXPECT_FALSE(detected("a.tsv", "first\tsecond\tgold\n"));
  for (const char* document : {"[\n{\"a\": 1}\n]\n", "[{\"a\": 1}]\n", "{\n\"a\": 1\n}\n",
                               "[[\"a\", \"b\"]]\n", "{\"a\": 1,\n\"b\": 2}\n"}) {
    EXPECT_THAT(input_error_of([&] { detected("a.txt", document); }),
                HasSubstr("is a JSON document, not JSON lines"))
        << document;
  }
}

}  // namespace json_lines_test
}  // namespace sonde
