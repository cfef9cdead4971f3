#include "formats/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/testing.h"

namespace sonde {
namespace {

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

}  // namespace
}  // namespace sonde
