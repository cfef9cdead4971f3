#include "roles/role_paths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "graphs/shared_graphs_test.h"

namespace sonde {
namespace role_paths_test {

RolePaths paths(const std::string& text, Lemmas lemmas = Lemmas::kNone) {
  std::istringstream in(text);
  return RolePathReader(lemmas).read(graphs_of(in, "graphs.amr").at(0));
}

double equal_last(std::span<const std::string> first, std::span<const std::string> second) {
  return first.back() == second.back() ? 1 : 0;
}

TEST(RolePaths, AreTheChainsOfRelationsFromTheTop) {
  const auto read = paths(
      "(m/mess-up-02 :ARG0 (b/boy :mod (s/small)) :ARG1 (r/room :poss b :quant 2 :name \"Den\")"
      " :polarity -)");
  const RolePaths expected{{"", {"mess"}},          {":ARG0", {"boy"}},    {":ARG0:mod", {"small"}},
                           {":ARG1", {"room"}},     {":ARG1:poss", {"b"}}, {":ARG1:quant", {"2"}},
                           {":ARG1:name", {"Den"}}, {":polarity", {"-"}}};
  EXPECT_EQ(read, expected);
}

TEST(RolePaths, APathThatRepeatsHasItsWordsInOrder) {
  EXPECT_EQ(paths("(a/a :mod (b/big) :mod (r/red))").at(":mod"),
            (std::vector<std::string>{"big", "red"}));
}

TEST(RolePaths, WordsMayBeLemmatisedAsVerbs) {
  if (!std::filesystem::exists("/usr/share/wordnet/index.verb")) GTEST_SKIP() << "no WordNet";
  EXPECT_EQ(paths("(i/interesting)", Lemmas::kVerb).at("").at(0), "interest");
  EXPECT_EQ(paths("(i/interesting)").at("").at(0), "interesting");
}

TEST(RolePaths, CommonRolesAreSummedOverAll) {
  const auto first = paths("(g/give :ARG0 (b/boy) :ARG1 (r/rose))");
  const auto second = paths("(g/give :ARG0 (g2/girl))");
  EXPECT_DOUBLE_EQ(role_path_similarity(first, second, equal_last), 2.0 * 1 / 5);
  EXPECT_DOUBLE_EQ(role_path_similarity(first, first, equal_last), 1);
}

// For other words the study's column rests on vectors that are not here.
TEST(RolePaths, ThePublishedColumnFollowsWhereCommonRolesHaveEqualWords) {
  const auto first = shared_graphs("sts3k-study/amr/STS3k_all_a_AMR_parse.txt");
  const auto second = shared_graphs("sts3k-study/amr/STS3k_all_b_AMR_parse.txt");
  if (first.empty()) GTEST_SKIP() << kNoSharedData;
  std::ifstream stored(shared_data("sts3k-study/similarities/STS3k_all_AMR_similarities.txt"));
  const RolePathReader reader(Lemmas::kNone);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    double published = 0;
    ASSERT_TRUE(stored >> published);
    bool equal = true;
    const auto similarity = [&](auto one, auto other) {
      equal = equal && one.back() == other.back();
      return equal_last(one, other);
    };
    const double ours =
        role_path_similarity(reader.read(first[i]), reader.read(second[i]), similarity);
    if (!equal) continue;
    ++pairs;
    EXPECT_NEAR(ours, published, 1e-6) << i;
  }
  EXPECT_EQ(pairs, 605U);
}

}  // namespace role_paths_test
}  // namespace sonde
