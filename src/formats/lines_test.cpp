#include "formats/lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <sstream>

#include "formats/testing/formats.h"

namespace sonde {
namespace lines_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  LineReader reader(in, "x.txt");
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  EXPECT_EQ(reader.place().line, lines.size());
  return lines;
}

std::string error_of(const std::string& text) {
  return input_error_of([&] { lines_of(text); });
}

TEST(Lines, EndWithLfOrCrlfOrTheFile) {
  EXPECT_THAT(lines_of(""), ElementsAre());
  EXPECT_THAT(lines_of("a"), ElementsAre("a"));
  EXPECT_THAT(lines_of("a\nb\n"), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of("a\r\nb\r\n\r\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(lines_of("\n\n"), ElementsAre("", ""));
  EXPECT_THAT(lines_of("a\r\r\nb\rc\r"), ElementsAre("a\r", "b\rc"));
}

TEST(Lines, HaveNoByteOrderMark) {
  EXPECT_THAT(lines_of("\xef\xbb\xbf"
                       "a\n\xef\xbb\xbf"
                       "b"),
              ElementsAre("a",
                          "\xef\xbb\xbf"
                          "b"));
  EXPECT_THAT(lines_of("\xef\xbb\xbf"), ElementsAre(""));
}

TEST(Lines, AreTheSameWhereverBlocksEnd) {
  for (std::size_t length = 65530; length < 65542; ++length) {
    const std::string first(length, 'a'), second(200'000, 'b');
    EXPECT_THAT(lines_of(first + "\r\n" + second + "\nc"), ElementsAre(first, second, "c"));
  }
}

TEST(Lines, MayBeOneMebibyteLong) {
  const std::string longest(kLongestLine, 'a');
  EXPECT_THAT(lines_of("\xef\xbb\xbf" + longest + "\r\nb"), ElementsAre(longest, "b"));
  EXPECT_THAT(lines_of(longest), ElementsAre(longest));
  EXPECT_THAT(error_of("b\n" + longest + "a\n"),
              HasSubstr("x.txt:2: the line is longer than 1 MiB"));
  EXPECT_THAT(error_of("b\n" + longest + longest), HasSubstr("x.txt:2: the line is longer"));
}

TEST(Lines, AreUtf8WithoutNul) {
  EXPECT_THAT(error_of("a\nb\xff"
                       "c\n"),
              HasSubstr("x.txt:2: the line is not valid UTF-8 from its byte 2"));
  EXPECT_THAT(error_of("\xff"
                       "a"),
              HasSubstr("x.txt:1: the line is not valid UTF-8"));
  for (const char* mark : {"\xff\xfe", "\xfe\xff"}) {
    EXPECT_THAT(error_of(std::string(mark) + "a"), HasSubstr("x.txt:1: the file is UTF-16"));
  }
  EXPECT_THAT(error_of("a\xc3\nb"), HasSubstr("x.txt:1:"));
  EXPECT_THAT(error_of(std::string("a\nb\0c", 5)), HasSubstr("x.txt:2: the line has a NUL byte"));
}

TEST(Lines, DoNotEndWithCrAlone) {
  EXPECT_THAT(error_of("a\rb\rc\r"), HasSubstr("x.txt:1: lines end in carriage returns alone"));
  EXPECT_THAT(lines_of("a\nb\rc\n"), ElementsAre("a", "b\rc"));
  // UTF-16 without a mark.
  EXPECT_THAT(error_of(std::string("a\0\r\0\n\0", 6)), HasSubstr("not UTF-16"));
}

TEST(Lines, AreCountedWithTheirBytes) {
  std::string text =
      "\xef\xbb\xbf"
      "a\r\n" +
      std::string(200000, 'b') + "\nc";
  std::size_t at = 0;
  LineReader reader(
      [&](std::span<char> out) {
        const std::size_t count = std::min(out.size(), text.size() - at);
        std::copy_n(text.data() + at, count, out.data());
        at += count;
        return count;
      },
      "x.txt", 7);
  std::string_view line;
  EXPECT_EQ(reader.taken(), 0U);
  std::vector<std::uint64_t> taken;
  while (reader.next(line)) taken.push_back(reader.taken());
  EXPECT_THAT(taken, ElementsAre(6, 200007, 200008));
  EXPECT_EQ(reader.place().line, 10U);
}

TEST(Lines, ComeFromFiles) {
  const TemporaryFolder folder;
  LineReader reader(folder.write("x.txt", "a\nb"));
  std::string_view line;
  EXPECT_TRUE(reader.next(line));
  EXPECT_TRUE(reader.next(line));
  EXPECT_EQ(line, "b");
  EXPECT_FALSE(reader.next(line));
  EXPECT_FALSE(reader.next(line));
  const auto open = [](const std::filesystem::path& path) { return LineReader(path); };
  EXPECT_THAT(input_error_of([&] { open(folder.path() / "none"); }), HasSubstr("No such file"));
  EXPECT_THAT(input_error_of([&] { open(folder.path()); }), HasSubstr("is a folder"));
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(input_error_of([&] { open(folder.path() / "pipe"); }), HasSubstr("is a pipe"));
}

}  // namespace lines_test
}  // namespace sonde
