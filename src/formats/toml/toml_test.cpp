#include "formats/toml/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/testing/formats.h"

namespace sonde {
namespace toml_test {

using testing::HasSubstr;

std::string error_of(const std::string& text) {
  return input_error_of([&] { parse_toml(text, "x.toml"); });
}

TEST(Toml, ReadsTables) {
  const TemporaryFolder folder;
  const auto table = read_toml(folder.write("x.toml", "probe = \"sts\"\n[labels]\ncolumn = 2\n"));
  EXPECT_EQ(table["probe"].value<std::string>(), "sts");
  EXPECT_EQ(table["labels"]["column"].value<int>(), 2);
}

TEST(Toml, NamesTheLineOfAFault) {
  EXPECT_THAT(error_of("a = 1\nb = \n"),
              HasSubstr("x.toml:2: is not valid TOML at character 5 of the line: "));
  EXPECT_THAT(error_of("a = 1\n\na = 2\n"), HasSubstr("x.toml:3: "));
  EXPECT_THAT(error_of("a = 1\n[=]\n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(error_of(std::string("[\0a]", 4)), HasSubstr("x.toml:1: "));
  EXPECT_THAT(error_of("a = 1\nä = 2\n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(error_of("a = \"\xff\"\n"), HasSubstr("x.toml:1: "));
  EXPECT_THAT(error_of("a = " + std::string(100'000, '[')), HasSubstr("x.toml:1: "));
  EXPECT_THAT(input_error_of([] { read_toml("/nowhere/x.toml"); }), HasSubstr("No such file"));
}

// None of the library's own words.
TEST(Toml, AFaultIsNamedByItsKind) {
  const std::vector<std::pair<std::string, std::string>> faults{
      {"a = \n", "a key has no value"},
      {"a = 1\na = 2\n", "there twice"},
      {"[a]\n[a]\n", "there twice"},
      {"a.b = 1\na = 2\n", "there twice"},
      {"[=]\n", "a name is not complete"},
      {"ä = 2\n", "begins with neither a key nor a table"},
      {"{\"a\": 1}\n", "begins with neither a key nor a table"},
      {"a = \"\xff\"\n", "save it as UTF-8"},
      {"encoder = minilm\n", "a text needs quotes: key = \"text\""},
      {"a = True\n", "a value is not one of TOML's"},
      {"a = \"x\n", "does not end on its line"},
      {"a = 'x\n", "does not end on its line"},
      {"a = \"\"\"x\n", "it ends too early"},
      {"a = \"\\q\"\n", "if it has backslashes: 'C:\\text'"},
      {"a = \"C:\\Users\"\n", "a backslash with a wrong code"},
      {"a: 1\n", "'=' is missing"},
      {"This is a text.\n", "'=' is missing"},
      {"a = [1, 2\nb = 3\n", "a comma is missing"},
      {"a = {b = 1,}\n", "a comma too many"},
      {"[a\n", "the name of a table"},
      {"a = 1 b = 2\n", "something follows a value"},
      {"a = 1\rb = 2\n", "carriage return alone"},
      {"a = 99999999999999999999\n", "too large"},
      {"a = .5\n", "a number is not one of TOML's"},
      {"a = 2020-13-01\n", "a date is not one of TOML's"},
      {"a = " + std::string(300, '['), "nested too deeply"},
      {"a = 1 # \x02\n", "a comment has a control character"}};
  for (const auto& [text, what] : faults) {
    const auto error = error_of(text);
    EXPECT_THAT(error, HasSubstr(what)) << text;
    EXPECT_THAT(error, testing::ContainsRegex("x.toml:[1-9][0-9]*: is not valid TOML"));
    EXPECT_EQ(error.find("Error while"), error.npos) << error;
    EXPECT_EQ(error.find("expected"), error.npos) << error;
  }
}

// toml++ recurses into the tables that a key names.
TEST(Toml, HasKeysOfAFewParts) {
  std::string parts = "a";
  for (int i = 0; i < 200'000; ++i) parts += ".a";
  for (const std::string& text :
       {parts + " = 1", "[" + parts + "]", "[[" + parts + "]]", "b = {" + parts + " = 1}"}) {
    EXPECT_THAT(error_of("c = '''\n'''''\n" + text),
                HasSubstr("x.toml:3: a key has more than 64 parts"));
  }
  parts.resize(2 * 64 - 1);
  EXPECT_NO_THROW(parse_toml(parts + " = 1", "x.toml"));
}

TEST(Toml, HasDotsInStringsAndComments) {
  const std::string dots(1000, '.');
  const std::string text = "a = \"\"\"\\\"" + dots + "\n\"\"\"\"\"\nb = '" + dots +
                           "'\nc = \"\\\"" + dots + "\" # " + dots + "\n'" + dots + "' = ''''" +
                           dots + "''''\n";
  const auto table = parse_toml(text, "x.toml");
  EXPECT_EQ(table["a"].value<std::string>(), "\"" + dots + "\n\"\"");
  EXPECT_EQ(table["b"].value<std::string>(), dots);
  EXPECT_EQ(table["c"].value<std::string>(), "\"" + dots);
  EXPECT_EQ(table[dots].value<std::string>(), "'" + dots + "'");
}

}  // namespace toml_test
}  // namespace sonde
