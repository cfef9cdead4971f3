#include "text/unspaced.h"

#include <gtest/gtest.h>

#include <string_view>

namespace sonde {
namespace unspaced_test {

TEST(IsUnspaced, OfScriptsWithoutSpaces) {
  for (const char32_t c : std::u32string_view(U"\u4e16\u3042\u30a2\u3083\u0e2a\u0ea5\u1000")) {
    EXPECT_TRUE(is_unspaced(c)) << static_cast<unsigned>(c);
  }
  for (const char32_t c : std::u32string_view(U"a\u0439\uac00\u05e9")) {
    EXPECT_FALSE(is_unspaced(c)) << static_cast<unsigned>(c);
  }
}

}  // namespace unspaced_test
}  // namespace sonde
