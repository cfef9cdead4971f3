#include "formats/lexicons/misspelling_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "formats/testing/formats.h"

namespace sonde {
namespace misspelling_list_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

MisspellingList list_of(const std::string& text) {
  std::istringstream in(text);
  return MisspellingList(in, "list.txt");
}

TEST(MisspellingList, ReadsThreeForms) {
  const auto list = list_of("# ours\n\nrecieve->receive\nreceve||receive\nopne\topen\r\n");
  EXPECT_THAT(list.of("receive"), ElementsAre("receve", "recieve"));
  EXPECT_THAT(list.of("open"), ElementsAre("opne"));
  EXPECT_THAT(list.of("recieve"), IsEmpty());
  EXPECT_EQ(list.size(), 3U);
}

// codespell writes a comma after the last of several, and after those that it does not fix itself.
TEST(MisspellingList, LeavesOutWhatMayBeMeantForSeveral) {
  const auto list =
      list_of("ecret->secret, erect,\nclockw\u00edse->clockwise\nAlot->lot\nopne->open\n");
  EXPECT_EQ(list.size(), 1U);
  EXPECT_THAT(list.of("secret"), IsEmpty());
  EXPECT_THAT(list.of("lot"), IsEmpty());
}

std::string error_of(const std::string& text) {
  return input_error_of([&] { list_of(text); });
}

TEST(MisspellingList, RefusesWhatIsNoList) {
  EXPECT_THAT(error_of("opne->open\nopen\n"),
              HasSubstr("list.txt:2: is not a misspelling with its word"));
  EXPECT_THAT(error_of("->open\n"), HasSubstr("is not a misspelling with its word"));
  EXPECT_THAT(error_of("# nothing\n"), HasSubstr("has no misspellings"));
  EXPECT_THAT(error_of("o\xff->open\n"), HasSubstr("UTF-8"));
}

TEST(MisspellingList, OfCodespellWhereItIsInstalled) {
  if (!std::filesystem::exists(kCodespellList)) GTEST_SKIP() << "codespell is not installed";
  const MisspellingList list{std::filesystem::path(kCodespellList)};
  EXPECT_GT(list.size(), 20'000U);
  EXPECT_THAT(list.of("receive"), testing::Contains("recieve"));
}

}  // namespace misspelling_list_test
}  // namespace sonde
