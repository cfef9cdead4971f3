#include "text/invisible.h"

#include <gtest/gtest.h>

namespace sonde {
namespace invisible_test {

TEST(IsInvisible, TextsOfWhichNothingCanBeSeen) {
  for (const char* text : {"", " \t", "\u00a0", "\u200b", "\u3000 \u2003", "\ufeff", "\u200d\u200f",
                           "\u00ad", "\u2060\u034f", "\x01", "\ufe0f"}) {
    EXPECT_TRUE(is_invisible(text)) << text;
  }
  for (const char* text : {"a", "\u200b.", "\u0301", "\U0001f600", "0", "\ufffd"}) {
    EXPECT_FALSE(is_invisible(text)) << text;
  }
}

}  // namespace invisible_test
}  // namespace sonde
