#include "report/page/page_bundle.h"

#include <gtest/gtest.h>

#include <string_view>

namespace sonde {
namespace page_bundle_test {

std::size_t times(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

TEST(PageBundle, IsAPageWithOnePlaceForDataAndAPolicyThatAllowsNoConnection) {
  const auto page = page_bundle();
  if (page.empty()) GTEST_SKIP() << "built without Node.js";
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_EQ(times(page, "<!--sonde:data-->"), 1U);
  EXPECT_EQ(times(page, "http-equiv=\"Content-Security-Policy\""), 1U);
  EXPECT_EQ(times(page, "connect-src 'none'"), 1U);
  EXPECT_LT(page.find("Content-Security-Policy"), page.find("<!--sonde:data-->"));
  EXPECT_LT(page.find("<!--sonde:data-->"), page.rfind("<script>"));
}

}  // namespace page_bundle_test
}  // namespace sonde
