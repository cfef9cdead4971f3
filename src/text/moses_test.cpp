// Against the tokens of laserembeddings (tools/golden/make_golden_laser.py).
#include "text/moses.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace moses_test {

// The prefixes that make_golden_laser.py used.
NonbreakingPrefixes prefixes_for(const std::string& language) {
  static const std::map<std::string, NonbreakingPrefixes> kPrefixes{
      {"en", {{"Mr", "Dr", "A", "B", "S", "etc"}, {"No", "pp"}}},
      {"de", {{"Dr", "z", "B", "ca", "Nr", "1", "2", "3"}, {}}},
      {"fr", {{"M", "MM", "av"}, {}}},
      {"es", {{"Sr", "Sra"}, {}}},
      {"it", {{"Dott", "Sig"}, {}}},
      {"cs", {{"p", "např"}, {}}},
      {"nl", {{"dhr", "mevr"}, {}}},
      {"ru", {{"г", "ул"}, {}}}};
  const auto found = kPrefixes.find(language);
  return found == kPrefixes.end() ? kPrefixes.at("en") : found->second;
}

TEST(Moses, TokensAreThoseOfSacremoses) {
  std::ifstream file(std::filesystem::path(SONDE_SOURCE_DIR) / "tests/golden/laser/expected.json");
  const auto expected = nlohmann::json::parse(file);
  ASSERT_GT(expected.size(), 100U);
  std::map<std::string, MosesTokenizer> of_languages;
  for (const auto& row : expected) {
    const auto language = row.at("language").get<std::string>();
    const auto text = row.at("text").get<std::string>();
    const auto& moses =
        of_languages.try_emplace(language, language, prefixes_for(language)).first->second;
    const std::string tokenized = lower_case(moses.tokenized(text));
    std::vector<std::string_view> tokens;
    split_at_spaces(tokenized, tokens);
    const std::vector<std::string> found(tokens.begin(), tokens.end());
    EXPECT_EQ(found, row.at("tokens").get<std::vector<std::string>>()) << language << ' ' << text;
  }
}

TEST(Moses, AFullStopStaysWithAPrefixAlone) {
  const MosesTokenizer moses("en", {{"Mr"}, {"No"}});
  EXPECT_EQ(moses.tokenized("Mr. X saw No. 5. No. He"), "Mr. X saw No. 5 . No . He");
}

}  // namespace moses_test
}  // namespace sonde
