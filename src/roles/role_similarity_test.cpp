#include "roles/role_similarity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "base/testing/shared_data.h"

namespace sonde {
namespace role_similarity_test {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

RoleFrame frame_with(const std::map<Role, std::string>& phrases) {
  RoleFrame frame;
  for (const auto& [role, phrase] : phrases) frame[role] = phrase;
  return frame;
}

// 0.5, but of a phrase with itself 1, and NaN of "?".
double toy_cosine(const std::string& a, const std::string& b) {
  if (a == "?" || b == "?") return kNone;
  return a == b ? 1 : 0.5;
}

double cosine_of(const RoleSimilarities& roles, Role role) { return roles.cosines[index_of(role)]; }
bool merged(const RoleSimilarities& roles, Role role) { return roles.merged[index_of(role)]; }

TEST(RoleSimilarity, ComparesARoleThatBothSentencesHave) {
  const auto first =
      frame_with({{Role::kAgent, "dog"}, {Role::kVerb, "runs"}, {Role::kTime, "now"}});
  const auto second = frame_with({{Role::kAgent, "dog"}, {Role::kVerb, "walks"}});
  const auto roles = role_similarities(first, second, toy_cosine);
  EXPECT_EQ(cosine_of(roles, Role::kAgent), 1);
  EXPECT_EQ(cosine_of(roles, Role::kVerb), 0.5);
  EXPECT_TRUE(std::isnan(cosine_of(roles, Role::kTime)));
  EXPECT_EQ(role_similarity(roles, kPaperRoleWeights, RoleMean::kBasic), (2 + 1.5) / 11);
  EXPECT_EQ(role_similarity(roles, kPaperRoleWeights, RoleMean::kNorm), (2 + 1.5) / 5);
}

TEST(RoleSimilarity, PairsRolesThatStandInOneSentenceOnly) {
  const auto first = frame_with({{Role::kVerb, "x"}, {Role::kTheme, "a ball"}});
  const auto second = frame_with({{Role::kVerb, "x"}, {Role::kPatient, "a ball"}});
  for (const bool swapped : {false, true}) {
    const auto roles = swapped ? role_similarities(second, first, toy_cosine)
                               : role_similarities(first, second, toy_cosine);
    EXPECT_EQ(cosine_of(roles, Role::kTheme), 1);
    EXPECT_TRUE(merged(roles, Role::kPatient));
    EXPECT_TRUE(std::isnan(cosine_of(roles, Role::kPatient)));
    // The merged role counts 0 with its weight.
    EXPECT_EQ(role_similarity(roles, kPaperRoleWeights, RoleMean::kNorm), 5.0 / 7);
    EXPECT_EQ(role_similarity(roles, kPaperRoleWeights, RoleMean::kBasic), 5.0 / 11);
  }
}

TEST(RoleSimilarity, DoesNotPairRolesOfOneSentenceOrOfBoth) {
  const auto both = frame_with({{Role::kTheme, "a"}, {Role::kPatient, "b"}});
  const auto none = role_similarities(both, RoleFrame(), toy_cosine);
  EXPECT_THAT(none.merged, testing::Each(false));
  const auto theme = frame_with({{Role::kTheme, "a"}});
  EXPECT_THAT(role_similarities(both, theme, toy_cosine).merged, testing::Each(false));
}

TEST(RoleSimilarity, AFurtherPairingReplacesTheFirst) {
  const auto first = frame_with({{Role::kPatient, "spiders"}, {Role::kManner, "eggs"}});
  const auto second = frame_with({{Role::kTheme, "eggs"}});
  const auto roles = role_similarities(first, second, toy_cosine);
  EXPECT_EQ(cosine_of(roles, Role::kTheme), 1);
  EXPECT_TRUE(merged(roles, Role::kPatient));
  EXPECT_TRUE(merged(roles, Role::kManner));
}

TEST(RoleSimilarity, WithoutAnyCosineIsUndefined) {
  const auto first = frame_with({{Role::kVerb, "?"}});
  const auto roles = role_similarities(first, first, toy_cosine);
  EXPECT_TRUE(std::isnan(role_similarity(roles, kPaperRoleWeights, RoleMean::kBasic)));
  EXPECT_TRUE(std::isnan(role_similarity(roles, kPaperRoleWeights, RoleMean::kNorm)));
  const auto known = role_similarities(frame_with({{Role::kVerb, "x"}}),
                                       frame_with({{Role::kVerb, "x"}}), toy_cosine);
  EXPECT_TRUE(std::isnan(role_similarity(known, {2, 0, 0, 0, 0, 0, 0, 0}, RoleMean::kNorm)));
}

nlohmann::json published_entries(const std::string& vectors) {
  const auto file =
      shared_data("sts3k-study/roles/full_VerbNet_pass_STS3k_all_rolewise_similarities.json");
  if (lacks(file)) return {};
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return nlohmann::json::parse(std::regex_replace(text.str(), std::regex(R"(\bNaN\b)"), "null"))
      .at(vectors);
}

RoleSimilarities similarities_of(const nlohmann::json& entry) {
  RoleSimilarities roles;
  for (std::size_t i = 0; i < kRoleNames.size(); ++i) {
    const auto found = entry.find(std::string(kRoleNames[i]));
    roles.merged[i] = found == entry.end();
    roles.cosines[i] = roles.merged[i] || found->is_null() ? kNone : found->get<double>();
  }
  return roles;
}

// The stored columns, of all pairs, from the stored role similarities.
TEST(RoleSimilarity, TheStudysSimilaritiesFollowFromItsCosines) {
  const auto entries = published_entries("conceptnet");
  if (entries.is_null()) GTEST_SKIP() << kNoSharedData;
  for (const std::string set : {"verbnet_conceptnet_fixedparms", "verbnet_fixedparms"}) {
    for (const auto& [name, mean] :
         {std::pair("basic", RoleMean::kBasic), std::pair("norm", RoleMean::kNorm)}) {
      std::ifstream column(shared_data("sts3k-study/similarities/STS3k_all_" + set + "_" + name +
                                       "_similarities.txt"));
      std::size_t row = 0;
      for (double stored = 0; column >> stored;) {
        const auto roles = similarities_of(entries.at(std::to_string(++row)));
        EXPECT_NEAR(role_similarity(roles, kPaperRoleWeights, mean), stored, 5.001e-7) << row;
      }
      EXPECT_EQ(row, 2800U);
    }
  }
}

}  // namespace role_similarity_test
}  // namespace sonde
