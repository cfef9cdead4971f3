#include "outside/hub/hub_name.h"

#include <gtest/gtest.h>

namespace sonde {
namespace hub_name_test {

TEST(HubName, IsAnOrganisationANameAndARevision) {
  const auto plain = parse_hub_name("own/tiny");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->model, "own/tiny");
  EXPECT_EQ(plain->revision, "main");
  EXPECT_EQ(parse_hub_name("own/tiny@refs/pr/1")->revision, "refs/pr/1");
  EXPECT_EQ(hub_folder("hub", *plain), std::filesystem::path("hub/models--own--tiny"));
}

TEST(HubName, HasTheCharactersThatTheHubAllows) {
  for (const char* some :
       {"BAAI/bge-m3", "a/b_c.d-e", "_a/b_", "0/1@v1.0+cpu", "a/b@feature/x-y"}) {
    EXPECT_TRUE(parse_hub_name(some)) << some;
  }
  for (const char* none : {"BAAI/bge m3", "a/b@v 1", "a/b;ls", "a/b@$(ls)", "a/b@'x'", "a/b:latest",
                           "a/b#c", "a\\b/c", "a/b.git", "a/b--c", "a/b..c", "a/b.", "a/-b",
                           "**a/b**", "a/b\u00a0", "a/\u6a21", "a/b\n", "hf.co:8080/v1"}) {
    EXPECT_FALSE(parse_hub_name(none)) << none;
  }
  EXPECT_FALSE(parse_hub_name("a/" + std::string(97, 'b')));
}

TEST(HubName, LeadsNowhereElse) {
  for (const char* none : {"", "tiny", "own/", "/tiny", "own/tiny/x", "../tiny", "own/..", "./tiny",
                           "own/tiny@", "own/tiny@../x", "own/tiny@a//b", "own/tiny@/a"}) {
    EXPECT_FALSE(parse_hub_name(none)) << none;
  }
}

TEST(HubName, ACommitIsWrittenInFull) {
  EXPECT_TRUE(is_commit(std::string(40, 'a')));
  EXPECT_FALSE(is_commit(std::string(39, 'a')));
  EXPECT_FALSE(is_commit("main"));
  EXPECT_FALSE(is_commit(std::string(40, 'g')));
}

}  // namespace hub_name_test
}  // namespace sonde
