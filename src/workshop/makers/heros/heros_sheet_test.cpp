#include "workshop/makers/heros/heros_sheet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/folder_test.h"

namespace sonde {
namespace heros_sheet_test {

using testing::HasSubstr;

MinimalPairs pairs() {
  MinimalPairs made;
  made.word = "open";
  made.begin = 12;
  made.end = 16;
  made.synonyms = {{"trading", "The shop is trading now.", "our table", true},
                   {"unfastened", "The shop is unfastened now.", "WordNet, similar", false}};
  made.antonyms = {{"closed", "The shop is closed now.", "our table", true}};
  made.randoms = {{"wet", "The shop is wet now.", "frequency class 5", true}};
  made.typos = {{"opne", "The shop is opne now.", "by rule", true}};
  made.negation_main = made.negation_antonym = {true, "The shop is not open now.", {}, "auxiliary"};
  return made;
}

std::string sheet() {
  return heros_sheet_header() + heros_sheet_rows({"7", "The shop is open now."}, pairs());
}

// Puts `chosen` into the last column but one.
std::string filled(const std::vector<std::string>& chosen) {
  std::string text;
  std::size_t row = 0;
  const std::string blank = sheet();
  for (std::size_t begin = 0; begin < blank.size(); ++row) {
    const std::size_t end = blank.find('\n', begin);
    std::string line = blank.substr(begin, end - begin);
    if (row > 0) line.insert(line.rfind('\t'), chosen.at(row - 1));
    text += line + "\n";
    begin = end + 1;
  }
  return text;
}

TEST(HerosSheet, ShowsTheWordInBracketsAndTheBestFirst) {
  EXPECT_THAT(sheet(), HasSubstr("7/synonym\tWhich word says the same"));
  EXPECT_THAT(sheet(), HasSubstr("The shop is [open] now.\ttrading\tunfastened\t"));
  EXPECT_THAT(sheet(), HasSubstr("our table; WordNet, similar (not sure)\n"));
  EXPECT_THAT(sheet(), HasSubstr("7/negation-main\t"));
  EXPECT_THAT(sheet(), HasSubstr("The shop is open now.\tThe shop is not open now.\t"));
}

TEST(HerosSheet, NumbersAndOtherWordsAreChosen) {
  const test::Folder folder;
  const auto file = folder.write("a.tsv", filled({"2", "shut", "1", "1", "1", "0"}));
  const auto chosen = read_chosen_variants(file);
  ASSERT_EQ(chosen.size(), 1U);
  EXPECT_EQ(chosen[0].id, "7");
  EXPECT_EQ(chosen[0].original, "The shop is open now.");
  EXPECT_EQ(chosen[0].word, "open");
  EXPECT_THAT(chosen[0].chosen,
              testing::ElementsAre("The shop is unfastened now.", "The shop is shut now.",
                                   "The shop is wet now.", "The shop is opne now.",
                                   "The shop is not open now.", ""));
}

TEST(HerosSheet, RatersChoicesAreWords) {
  const test::Folder folder;
  const auto file = folder.write("gold.tsv",
                                 "id\tsentence\tchoice\tshare\tratings\n"
                                 "7/synonym\tThe shop is [open] now.\t3\t1\t2\n"
                                 "7/antonym\tThe shop is [open] now.\tclosed\t0.5\t2\n");
  const auto chosen = read_chosen_variants(file);
  EXPECT_EQ(chosen[0].chosen[0], "The shop is 3 now.");  // a word, no number
  EXPECT_EQ(chosen[0].chosen[1], "The shop is closed now.");
}

std::string error_of(const std::string& text) {
  const test::Folder folder;
  const auto file = folder.write("a.tsv", text);
  return test::error_line(folder, ErrorKind::kInput, [&] { read_chosen_variants(file); });
}

TEST(HerosSheet, RefusesWhatIsNoSheet) {
  const std::string head = "id\tsentence\tchosen\n";
  EXPECT_THAT(error_of("id\tsentence\n1/synonym\tA [b].\n"),
              HasSubstr("a.tsv:1: has no column chosen"));
  EXPECT_THAT(error_of(head), HasSubstr("has no row"));
  EXPECT_THAT(error_of(head + "1\tA [b].\tc\n"), HasSubstr("a.tsv:2: the id '1' names no variant"));
  EXPECT_THAT(error_of(head + "1/synonym\tA b.\tc\n"), HasSubstr("has no word in brackets"));
  EXPECT_THAT(error_of(head + "1/synonym\tA [b].\tc\n1/antonym\tA [d].\te\n"),
              HasSubstr("a.tsv:3: has another word in brackets"));
  EXPECT_THAT(error_of(head + "1/synonym\tA [b].\tc\n1/antonym\tThe [b].\te\n"),
              HasSubstr("a.tsv:3: has another"));
  EXPECT_THAT(error_of(head + "1/synonym\tA [b].\tc\n1/synonym\tA [b].\td\n"),
              HasSubstr("the id '1/synonym' comes twice"));
  EXPECT_THAT(error_of(head + "1/synonym\tA [b].\t2\n"),
              HasSubstr("chooses candidate 2, which is not there"));
  EXPECT_THAT(error_of(head + "1/synonym\tA [b].\t[c]\n"),
              HasSubstr("chooses something that is not a word"));
  EXPECT_THAT(error_of(head + "1/synonym\tA [b].\n"), HasSubstr("has 2 fields, the header 3"));
}

}  // namespace heros_sheet_test
}  // namespace sonde
