#include "sonde/probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace sonde {
namespace frame_test {

TEST(CodedTexts, AreAListOfTexts) {
  CodedTexts coded;
  std::vector<std::string> plain;
  for (int i = 0; i < 1000; ++i) {  // beyond 256 different ones
    plain.push_back("t" + std::to_string(i % (i < 500 ? 7 : 400)));
    coded.push_back(plain.back());
    ASSERT_EQ(coded[static_cast<std::size_t>(i)], plain.back());
  }
  ASSERT_EQ(coded.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(coded[i], plain[i]);
  EXPECT_EQ(coded.distinct().size(), 400U);
  EXPECT_EQ(coded.distinct()[coded.code(999)], plain[999]);
}

TEST(CodedTexts, GrowWithEmptyTextsAndShrink) {
  CodedTexts coded{"a", "b"};
  coded.resize(4);
  EXPECT_EQ(coded, (CodedTexts{"a", "b", "", ""}));
  coded.resize(1);
  EXPECT_EQ(coded, CodedTexts{"a"});
  EXPECT_FALSE(coded == CodedTexts{"b"});
  EXPECT_FALSE(coded == (CodedTexts{"a", "a"}));
}

TEST(GoldValues, AreUndefinedUntilThereIsOne) {
  GoldValues gold;
  gold.push_back(NAN);
  gold.push_back(NAN);
  EXPECT_EQ(gold.size(), 2U);
  EXPECT_TRUE(std::isnan(gold[1]));
  gold.push_back(3);
  gold.push_back(NAN);
  EXPECT_EQ(gold.size(), 4U);
  EXPECT_TRUE(std::isnan(gold[0]) && std::isnan(gold[1]) && std::isnan(gold[3]));
  EXPECT_EQ(gold[2], 3);
}

}  // namespace frame_test
}  // namespace sonde
