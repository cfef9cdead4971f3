#include "text/unicode.h"

#include <gtest/gtest.h>

namespace sonde {
namespace unicode_test {

TEST(DisplayWidth, IsTheColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("plain"), 5U);
  EXPECT_EQ(display_width("caf\u00e9"), 4U);
  EXPECT_EQ(display_width("cafe\u0301"), 4U);                // with a mark of its own
  EXPECT_EQ(display_width("\u65e5\u672c\u8a9e"), 6U);        // Japanese
  EXPECT_EQ(display_width("\uff21\uff71"), 3U);              // full and half width
  EXPECT_EQ(display_width("\U0001f600!"), 3U);               // an emoji
  EXPECT_EQ(display_width("a\u200bb"), 2U);                  // with a space that is not shown
  EXPECT_EQ(display_width("\u05e9\u05dc\u05d5\u05dd"), 4U);  // Hebrew
  EXPECT_EQ(display_width("\xff"), 1U);                      // no UTF-8: U+FFFD
}

TEST(IsUnspaced, OfScriptsWithoutSpaces) {
  for (const char32_t c : U"\u4e16\u3042\u30a2\u3083\u0e2a\u0ea5\u1000") {
    EXPECT_EQ(is_unspaced(c), c != 0) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : U"a\u0439\uac00\u05e9") EXPECT_FALSE(is_unspaced(c));
}

}  // namespace unicode_test
}  // namespace sonde
