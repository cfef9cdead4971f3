#include "workshop/makers/sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/folder_test.h"
#include "workshop/makers/seeded_order.h"

namespace sonde {
namespace sources_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string> texts(const Sources& sources) {
  std::vector<std::string> all;
  for (const auto& source : sources.sentences) all.push_back(source.id + ": " + source.text);
  return all;
}

TEST(Sources, LinesEachOnce) {
  const test::Folder folder;
  const auto file = folder.write("a.txt", "One  here.\n\nTwo here.\r\nOne here.\n");
  const Sources sources = read_sources(file, "");
  EXPECT_THAT(texts(sources), ElementsAre("1: One here.", "3: Two here."));
  EXPECT_EQ(sources.repeated, 1U);
}

TEST(Sources, AColumnOfATable) {
  const test::Folder folder;
  const auto file = folder.write("a.tsv", "n\tsentence\tother\n1\tA b.\tC d.\n2\t\tE f.\n");
  EXPECT_THAT(texts(read_sources(file, "")), ElementsAre("2: A b."));
  EXPECT_THAT(texts(read_sources(file, "other")), ElementsAre("2: C d.", "3: E f."));
  const auto missing = [&] { read_sources(file, "none"); };
  EXPECT_THAT(test::error_line(folder, ErrorKind::kInput, missing),
              HasSubstr("a.tsv:1: has no column none"));
}

constexpr const char* kSick =
    "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n";

TEST(Sources, BothSentencesOfSick) {
  const test::Folder folder;
  const auto file =
      folder.write("s.txt", kSick + std::string("7\tA dog ran.\tA hound ran.\t4.8\tENTAILMENT\n"
                                                "9\tA cat ran.\tA dog ran.\t2\tNEUTRAL\n"));
  const Sources sources = read_sources(file, "");
  EXPECT_THAT(texts(sources), ElementsAre("7a: A dog ran.", "7b: A hound ran.", "9a: A cat ran."));
  ASSERT_THAT(sources.pairs, SizeIs(2));
  EXPECT_TRUE(sources.pairs[0].entailment);
  EXPECT_EQ(sources.pairs[0].relatedness, 4.8);
  EXPECT_EQ(sources.pairs[1].second, 0U);
}

TEST(Sources, BadInput) {
  const test::Folder folder;
  const auto says = [&](const std::string& name, std::string_view text) {
    const auto file = folder.write(name, text);
    return test::error_line(folder, ErrorKind::kInput, [&] { read_sources(file, ""); });
  };
  EXPECT_THAT(says("empty", ""), HasSubstr("empty: has no sentence"));
  EXPECT_THAT(says("blank", "\n \n"), HasSubstr("blank: has no sentence"));
  EXPECT_THAT(says("bytes", "good\n\xff\n"), HasSubstr("bytes:2: "));
  EXPECT_THAT(says("short", std::string(kSick) + "1\tA\tB\n"), HasSubstr("short:2: has 3 fields"));
  EXPECT_THAT(says("score", std::string(kSick) + "1\tA\tB\thigh\tNEUTRAL\n"),
              HasSubstr("score:2: the relatedness 'high' is not a number"));
  EXPECT_THAT(says("none", "a\tb\n1\t2\n"), HasSubstr("none:1: has no column sentence"));
}

TEST(Sources, OfWordNetWithADigest) {
  EXPECT_GT(read_sources("wordnet", "").sentences.size(), 30000U);
  EXPECT_THAT(digest_of_sources("wordnet"), SizeIs(64));
}

std::vector<std::string> drawn(const std::vector<std::string>& all, std::uint64_t seed,
                               std::size_t most) {
  std::vector<Source> sources;
  for (const auto& text : all) sources.push_back({"", text});
  std::vector<std::string> texts;
  for (const auto at : by_lot(sources, seed)) texts.push_back(all[at]);
  texts.resize(std::min(most, texts.size()));
  return texts;
}

TEST(Lots, HangOnSeedAndTextAlone) {
  std::vector<std::string> all;
  for (int i = 0; i < 100; ++i) all.push_back("sentence " + std::to_string(i));
  auto backwards = all;
  std::ranges::reverse(backwards);
  EXPECT_EQ(drawn(all, 1, 10), drawn(backwards, 1, 10));
  EXPECT_NE(drawn(all, 1, 10), drawn(all, 2, 10));
  EXPECT_THAT(drawn(all, 1, 100), testing::UnorderedElementsAreArray(all));
}

}  // namespace sources_test
}  // namespace sonde
