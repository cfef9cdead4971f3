#include "formats/lexicons/word_lists.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace word_lists_test {

std::string error_of(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(WordLists, EveryTableOfTheLanguageDataIsBuiltIn) {
  std::set<std::string> on_disk;
  const std::filesystem::path root = std::filesystem::path(SONDE_SOURCE_DIR) / "data/language";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".tsv") continue;
    on_disk.insert(std::filesystem::relative(entry.path(), root).replace_extension().string());
  }
  const auto tables = language_tables();
  EXPECT_EQ(std::set<std::string>(tables.begin(), tables.end()), on_disk);
  EXPECT_TRUE(on_disk.contains("en/words"));
}

TEST(WordLists, AListKeepsItsOrderAndItsPhrases) {
  const auto verbs = word_list("en", "completed_verbs");
  ASSERT_FALSE(verbs.empty());
  EXPECT_EQ(verbs.front(), "rely on");
  EXPECT_TRUE(word_set("en", "completed_verbs").contains("rely on"));
  EXPECT_FALSE(word_set("en", "completed_verbs").contains("rely"));
  EXPECT_TRUE(word_set("nl", "negations").contains("geen"));
}

TEST(WordLists, ATableHasItsColumnsWithoutHeaderAndComments) {
  const auto rows = language_table("en", "irregular_verbs", {"base", "past", "participle"});
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows.front().columns, (std::vector<std::string_view>{"be", "was", "been"}));
  for (const auto& row : rows) {
    EXPECT_EQ(row.columns.size(), 3U);
    EXPECT_FALSE(row[0].starts_with('#'));
  }
}

TEST(WordLists, WhatIsMissingIsNamed) {
  EXPECT_NE(error_of([] { word_set("en", "no_list"); }).find("no_list"), std::string::npos);
  EXPECT_NE(error_of([] { language_table("xx", "words", {"list", "words"}); }).find("xx/words"),
            std::string::npos);
}

TEST(WordLists, ATableOfAnotherFormIsNamedWithItsLine) {
  const auto parsed = [](std::string_view text) {
    return error_of([&] { parse_language_table(text, "t.tsv", {"a", "b"}); });
  };
  EXPECT_EQ(parsed("# c\na\tb\n1\t2\n"), "");
  EXPECT_NE(parsed("# c\na\tc\n1\t2\n").find("t.tsv:2: is not the header"), std::string::npos);
  EXPECT_NE(parsed("a\tb\n1\n").find("t.tsv:2: has 1 column instead of 2"), std::string::npos);
}

}  // namespace word_lists_test
}  // namespace sonde
