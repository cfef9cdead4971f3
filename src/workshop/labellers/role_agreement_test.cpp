#include "workshop/labellers/role_agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sonde/error.h"

namespace sonde {
namespace role_agreement_test {

using testing::HasSubstr;

RoleRows rows(const std::string& json) { return parse_roles_json(json, "roles.json"); }

TEST(HeadWord, StandsBeforeThePreposition) {
  EXPECT_EQ(head_word("The purpose of sincerity"), "purpose");
  EXPECT_EQ(head_word("next to the old library in town"), "library");
  EXPECT_EQ(head_word("the man who left"), "man");
  EXPECT_EQ(head_word("Donkeys,"), "donkeys");
  EXPECT_EQ(head_word("in"), "in");
  EXPECT_EQ(head_word(""), "");
}

TEST(RoleAgreement, CountsHeadsAndPhrases) {
  const auto reference =
      rows(R"({"1": [{"Agent": "The dog", "Verb": "chased", "Theme": "a cat"}]})");
  const auto other = rows(
      R"({"1": [{"Agent": "the old dog", "Verb": "chases", "Patient": "A cat.", "Time": "now"}]})");
  const auto found = agreement_of(reference, other);
  ASSERT_EQ(found.size(), 10U);
  EXPECT_EQ(found[0].same_head, 1U);
  EXPECT_EQ(found[0].same_phrase, 0U);
  EXPECT_EQ(found[1].role, "Verb");
  EXPECT_EQ(found[1].same_head, 0U);
  EXPECT_EQ(found[8].role, "Verb, base form");
  EXPECT_EQ(found[8].same_head, 1U);
  EXPECT_EQ(found[9].role, "Patient or Theme");
  EXPECT_EQ(found[9].same_phrase, 1U);
  EXPECT_EQ(found[3].recall(found[3].same_head), 0);
  EXPECT_TRUE(std::isnan(found[3].precision(found[3].same_head)));
  EXPECT_EQ(found[4].expected, 0U);
  EXPECT_EQ(found[4].found, 1U);
  EXPECT_THAT(agreement_table(found),
              HasSubstr("Patient or Theme          1       1            1.000"));
}

TEST(RoleAgreement, OtherSentencesAreRefused) {
  const auto one = rows(R"({"1": [{"Verb": "saw"}]})");
  const auto two = rows(R"({"1": [{"Verb": "saw"}], "2": [{"Verb": "saw"}]})");
  EXPECT_THROW(agreement_of(one, two), Error);
}

}  // namespace role_agreement_test
}  // namespace sonde
