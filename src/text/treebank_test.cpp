// Against NLTK's tokens (tools/golden/make_golden_lstm.py).
#include "text/treebank.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace sonde {
namespace treebank_test {

TEST(Treebank, TokensAreNltks) {
  std::ifstream file(std::filesystem::path(SONDE_SOURCE_DIR) /
                     "tests/golden/infersent/expected.json");
  const auto expected = nlohmann::json::parse(file).at("tokens");
  ASSERT_GT(expected.size(), 10U);
  for (const auto& row : expected) {
    const auto text = row.at("text").get<std::string>();
    EXPECT_EQ(treebank_words(text), row.at("tokens").get<std::vector<std::string>>()) << text;
  }
}

}  // namespace treebank_test
}  // namespace sonde
