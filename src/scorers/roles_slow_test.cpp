// The study's cosines of MiniLM's phrase vectors, again.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "base/testing/shared_data.h"
#include "scorers/role_features.h"

namespace sonde {
namespace roles_slow_test {

nlohmann::json published_role_cosines(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return nlohmann::json::parse(std::regex_replace(text.str(), std::regex(R"(\bNaN\b)"), "null"))
      .at("sentbert");
}

TEST(RoleFeatures, WithMiniLmAreTheStudys) {
  const auto folder = shared_data("sts3k-study/roles");
  if (lacks(folder)) GTEST_SKIP() << kNoSharedData;
  const std::string name = (folder / "full_VerbNet_pass_STS3k_all").string();
  const Spec spec = parse_spec("roles:" + name + "_mod.json?vectors=minilm&check=none");
  ScorerContext context{"sts3k", 2800};
  context.encoders.resources.models = {std::filesystem::path(SONDE_SOURCE_DIR) / ".setup/models"};
  Options options(spec);
  const auto ours = RoleFeatures(spec, options, context).similarities();
  const auto theirs = published_role_cosines(name + "_rolewise_similarities.json");
  std::size_t all = 0, near = 0;
  for (std::size_t row = 0; row < ours.size(); ++row) {
    const auto& entry = theirs.at(std::to_string(row + 1));
    for (std::size_t i = 0; i < kRoleNames.size(); ++i) {
      const auto found = entry.find(std::string(kRoleNames[i]));
      EXPECT_EQ(found == entry.end(), ours[row].merged[i]) << row << kRoleNames[i];
      if (found == entry.end()) continue;
      EXPECT_EQ(found->is_null(), std::isnan(ours[row].cosines[i])) << row << kRoleNames[i];
      if (found->is_null()) continue;
      ++all;
      near += std::abs(found->get<double>() - ours[row].cosines[i]) < 1e-5 ? 1U : 0U;
    }
  }
  EXPECT_EQ(all, 9335U);
  EXPECT_GE(near, all * 99 / 100);
}

}  // namespace roles_slow_test
}  // namespace sonde
