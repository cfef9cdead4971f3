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
  EXPECT_THAT(error_of("a = 1\nb = \n"), HasSubstr("x.toml:2: is not valid TOML: "));
  EXPECT_THAT(error_of("a = 1\n\na = 2\n"), HasSubstr("x.toml:3: "));
  EXPECT_THAT(error_of("a = 1\n[=]\n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(error_of(std::string("[\0a]", 4)), HasSubstr("x.toml:1: "));
  EXPECT_THAT(error_of("a = 1\nä = 2\n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(error_of("a = \"\xff\"\n"), HasSubstr("x.toml:1: "));
  EXPECT_THAT(error_of("a = " + std::string(100'000, '[')), HasSubstr("x.toml:1: "));
  EXPECT_THAT(input_error_of([] { read_toml("/nowhere/x.toml"); }), HasSubstr("No such file"));
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
