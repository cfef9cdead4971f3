#include "text/unicode.h"

#include <gtest/gtest.h>

namespace sonde {
namespace unicode_test {

TEST(DisplayWidth, IsTheColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("plain"), 5U);
  EXPECT_EQ(display_width("caf\u00e9"), 4U);
  EXPECT_EQ(display_width("cafe\u0301"), 4U);                // has a separate mark
  EXPECT_EQ(display_width("\u65e5\u672c\u8a9e"), 6U);        // Japanese
  EXPECT_EQ(display_width("\uff21\uff71"), 3U);              // full and half width
  EXPECT_EQ(display_width("\U0001f600!"), 3U);               // an emoji
  EXPECT_EQ(display_width("a\u200bb"), 2U);                  // has a space that is not shown
  EXPECT_EQ(display_width("\u05e9\u05dc\u05d5\u05dd"), 4U);  // Hebrew
  EXPECT_EQ(display_width("\xff"), 1U);                      // no UTF-8: U+FFFD
}

}  // namespace unicode_test
}  // namespace sonde
