#include "report/text_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "report/number_format.h"
#include "sonde/error.h"

namespace sonde {
namespace text_table_test {

const TextTable kTable{"a & b", {"subject", "x"}, {{"é|1", "0.5"}, {"long_name", "10.25"}}, 1};

TEST(Table, AlignsByCodePoints) {
  EXPECT_EQ(render(kTable, "text"),
            "a & b\nsubject        x\n────────────────\né|1          0.5\nlong_name  10.25\n");
}

TEST(Table, GivesWideCharactersTwoColumns) {
  EXPECT_EQ(render({"t", {"name", "x"}, {{"\u65e5\u672c", "1"}, {"abcd", "2"}}, 1}, "text"),
            "t\nname  x\n───────\n\u65e5\u672c  1\nabcd  2\n");
}

TEST(Table, GoesOnBelowWhereItIsTooWide) {
  const std::string wide(60, 'x');
  const std::string text = render({"t", {"who", wide, wide}, {{"me", "1", "2"}}, 1}, "text");
  EXPECT_EQ(text.find("who  " + wide + "\n"), 2U);
  EXPECT_NE(text.find("\n\nwho  " + wide + "\n"), std::string::npos);
}

TEST(Table, CutsWordsThatLeaveNoRoomForNumbers) {
  const TextTable table{"t", {"name", "place", "x"}, {{std::string(90, 'a'), "here", "0.5"}}, 2};
  EXPECT_EQ(render(table, "text").find(std::string(87, 'a') + "…  here   0.5\n"),
            render(table, "text").find("aaa"));
}

TEST(Table, EscapesMarkdown) {
  EXPECT_EQ(
      render(kTable, "md"),
      "**a &amp; b**\n\n| subject | x |\n| --- | ---: |\n| é\\|1 | 0.5 |\n| long_name | 10.25 |\n");
}

TEST(Table, EscapesLatex) {
  const std::string tex = render(kTable, "tex");
  EXPECT_NE(tex.find("a \\& b"), std::string::npos);
  EXPECT_NE(tex.find("long\\_name & 10.25 \\\\"), std::string::npos);
}

TEST(Table, KeepsItsColumnsInLatexWhereACellIsEmpty) {
  const std::string tex = render({"t", {"group", "p"}, {{"", "<.0001"}}, 1}, "tex");
  EXPECT_NE(tex.find("\n & \\textless{}.0001 \\\\\n"), std::string::npos) << tex;
}

TEST(Table, KnowsItsFormats) { EXPECT_THROW(render(kTable, "pdf"), Error); }

TEST(Table, NotesFollowTheFormat) {
  EXPECT_EQ(render_notes("a\nb\n", "text"), "a\nb\n");
  EXPECT_EQ(render_notes("a\nb\n", "md"), "- a\n- b\n");
  EXPECT_EQ(render_notes("", "tex"), "");
}

TEST(Table, MarkdownShowsTagsAndLinksAsText) {
  const std::string text = "<img src=x> &lt; ![a](b) [0, 1]";
  const std::string shown = "&lt;img src=x> &amp;lt; ![a]\\(b) [0, 1]";
  EXPECT_EQ(render_notes(text, "md"), "- " + shown + "\n");
  EXPECT_EQ(render_notes(text, "text"), text + "\n");
  const std::string table = render({text, {text}, {{text}}, 1}, "md");
  EXPECT_EQ(table, "**" + shown + "**\n\n| " + shown + " |\n| --- |\n| " + shown + " |\n");
}

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv_line({"a", "b,c", "d\"e", "f\ng"}), "a,\"b,c\",\"d\"\"e\",\"f\ng\"\n");
  EXPECT_EQ(csv_line({"\x1b[2J", "\xc2\x9b\t", "\r"}), "\\x1b[2J,\\x9b\t,\\x0d\n");
}

TEST(Numbers, SayUndefined) {
  Result result;
  EXPECT_EQ(with_interval(result), "undefined");
  result.value = 12;
  EXPECT_EQ(with_interval(result), "12.000");
  result.low = 11.5;
  result.high = 13;
  EXPECT_EQ(with_interval(result), "12.000 [11.500, 13.000]");
  EXPECT_EQ(rounded(-0.0001), ".000");
  EXPECT_EQ(rounded(-0.5), "-.500");
  EXPECT_EQ(rounded(10.25), "10.250");
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(exact(NAN), "nan");
}

TEST(Table, EscapesControlCharacters) {
  const TextTable table{"a\x1b[0m",
                        {"s", "\x7f"},
                        {{"x\ny\tz",
                          "\xc2\x9b"
                          "1m\xc3\xa9"}},
                        1};
  const std::string shown = render(table, "md");
  EXPECT_NE(shown.find("**a\\x1b[0m**"), std::string::npos);
  EXPECT_NE(shown.find("| s | \\x7f |"), std::string::npos);
  EXPECT_NE(shown.find("| x\\x0ay\\x09z | \\x9b1m\xc3\xa9 |"), std::string::npos) << shown;
  EXPECT_EQ(render_notes("a\x1b"
                         "b\nc",
                         "text"),
            "a\\x1b"
            "b\nc\n");
}

}  // namespace text_table_test
}  // namespace sonde
