#include "workshop/rating/rating_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "base/parse.h"
#include "base/testing/shared_data.h"
#include "formats/tables/delimited.h"
#include "formats/testing/formats.h"
#include "workshop/rating/kinds.h"

namespace sonde {
namespace rating_results_test {

using testing::HasSubstr;

RatingProject small_project() {
  RatingProject project{"set", 1, 1, rating_form("similarity").guideline(), {}, {}};
  project.items = {{"a", "", {"A.", "B."}}, {"b", "", {"C.", "D."}}};
  project.items[0].labels["mean"] = "ours is called so, too";
  project.items[1].labels["line\x7f"] = "\"quoted\"";
  project.raters = {{"p1", std::string(32, '1'), {0, 1}}, {"p2", std::string(32, '2'), {1, 0}}};
  return project;
}

std::string content_of(const std::vector<OutputFile>& files, const std::string& name) {
  for (const auto& file : files) {
    if (file.name == name) return file.content;
  }
  return "missing";
}

TEST(Projects, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  RatingProject project = small_project();
  project.guideline.title = "A \"title\"\nwith \\ and \x7f \xc3\xa9";
  project.items.push_back({"check-1", "", {"A.", "A."}, ExpectedRating{5, 7}});
  project.raters[0].turns.push_back(2);
  write_project(folder.path() / "p", project);
  const RatingProject read = read_project(folder.path() / "p");
  EXPECT_EQ(read.guideline.title, project.guideline.title);
  EXPECT_EQ(read.guideline.choices.size(), 7);
  EXPECT_EQ(read.items[1].labels, project.items[1].labels);
  EXPECT_EQ(read.items[2].expected->low, 5);
  EXPECT_EQ(read.raters[0].turns, project.raters[0].turns);
  EXPECT_EQ(read.raters[1].token, project.raters[1].token);
}

TEST(Projects, KeepTabsAndLineFeedsOfTexts) {
  const TemporaryFolder folder;
  RatingProject project = small_project();
  project.items[0].texts = {"A\tB, \"c\"", "\n=1\r\nD\rE"};
  write_project(folder.path() / "p", project);
  const RatingProject read = read_project(folder.path() / "p");
  EXPECT_THAT(read.items[0].texts, testing::ElementsAre("A\tB, \"c\"", "\n=1\nD\nE"));
  EXPECT_EQ(read.items[1].texts, project.items[1].texts);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "p/items.tsv"));
}

TEST(Projects, HaveNoIdWithATab) {
  const TemporaryFolder folder;
  RatingProject project = small_project();
  project.items[0].id = "a\tb";
  EXPECT_THAT(input_error_of([&] { write_project(folder.path() / "p", project); }),
              HasSubstr("an id or label has a tab"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "p"));
}

TEST(AnswerBooks, KeepTheFirstAnswerForGood) {
  const TemporaryFolder folder;
  using Taken = AnswerBook::Taken;
  {
    AnswerBook book(folder.path(), small_project());
    EXPECT_EQ(book.turn(1), 0);
    EXPECT_EQ(book.take(1, 1, {3}), Taken::kNotItsTurn);
    EXPECT_EQ(book.take(1, 0, {8}), Taken::kNoSuchChoice);
    EXPECT_EQ(book.take(1, 0, {3}), Taken::kNow);
    EXPECT_EQ(book.take(1, 0, {3}), Taken::kBefore);
    EXPECT_EQ(book.take(1, 0, {4}), Taken::kAnsweredOtherwise);
    EXPECT_EQ(book.take(1, 2, {4}), Taken::kNotItsTurn);
  }
  const AnswerBook book(folder.path(), small_project());
  EXPECT_EQ(book.done(0), 0);
  EXPECT_EQ(book.done(1), 1);
  EXPECT_EQ(book.turn(1), 1);
  EXPECT_EQ(book.answer(1, 0)->judgement.value, 3);
}

TEST(AnswerBooks, ChangeTheLastAnswerAloneAndKeepTheEarlierOne) {
  const TemporaryFolder folder;
  using Taken = AnswerBook::Taken;
  const Judgement unjudged{std::nullopt, "no \"idea\"\n\xc3\xa9"};
  {
    AnswerBook book(folder.path(), small_project());
    EXPECT_EQ(book.last(0), std::nullopt);
    EXPECT_EQ(book.change(0, 0, {3}), Taken::kNotItsTurn);
    EXPECT_EQ(book.take(0, 0, {3}), Taken::kNow);
    EXPECT_EQ(book.last(0), 0);
    EXPECT_EQ(book.change(0, 0, {9}), Taken::kNoSuchChoice);
    EXPECT_EQ(book.change(0, 0, {5}), Taken::kNow);
    EXPECT_EQ(book.change(0, 0, {5}), Taken::kBefore);
    EXPECT_EQ(book.change(0, 0, {5, "sure"}), Taken::kNow);
    EXPECT_EQ(book.take(0, 0, {5}), Taken::kAnsweredOtherwise);  // its remark would be lost
    EXPECT_EQ(book.take(0, 1, unjudged), Taken::kNow);
    EXPECT_EQ(book.change(0, 0, {1}), Taken::kNotItsTurn);
    EXPECT_EQ(book.last(0), 1);
  }
  const AnswerBook book(folder.path(), small_project());
  EXPECT_EQ(book.answer(0, 0)->judgement, (Judgement{5, "sure"}));
  EXPECT_EQ(book.answer(0, 0)->changes, 2);
  EXPECT_EQ(book.answer(0, 1)->judgement, unjudged);
  std::size_t lines = 0;
  read_ledger(answers_file(folder.path()), [&](LedgerRecord&&) { ++lines; });
  EXPECT_EQ(lines, 4);
}

TEST(Answers, WithoutAJudgementAreExportedAndNoRatings) {
  const RatingProject project = small_project();
  RatingAnswers answers;
  answers.by_rater = {{RatingAnswer{{7}}, RatingAnswer{{std::nullopt, "odd"}, {}, 0, 2}},
                      {RatingAnswer{{4}}, std::nullopt}};
  const auto files = rating_files(project, answers);
  EXPECT_THAT(content_of(files, "answers.jsonl"),
              HasSubstr("{\"annotator\":\"p1\",\"item\":\"b\",\"value\":null,\"shown\":[],\"at\":0,"
                        "\"check\":false,\"kept\":true,\"remark\":\"odd\",\"changes\":2}"));
  EXPECT_THAT(content_of(files, "raters.tsv"), HasSubstr("p1\t2\t2\t1\t0\t0\tyes"));
  EXPECT_EQ(content_of(files, "ratings.tsv"), "annotator\titem\tvalue\np1\ta\t7\np2\tb\t4\n");
}

TEST(Answers, OfAValueThatIsNoChoiceDontCount) {
  const TemporaryFolder folder;
  const RatingProject project = small_project();
  {
    Ledger ledger(answers_file(folder.path()));
    ledger.keep({"p1", "a", 0}, answer_json({{9}, {}, 0}));
    ledger.keep({"p1", "b", 0}, "{\"value\":");
    ledger.keep({"p3", "a", 0}, answer_json({{3}, {}, 0}));
    ledger.keep({"p2", "a", 0}, answer_json({{3}, {1, 0}, 5}));
  }
  const auto answers = read_answers(folder.path(), project);
  EXPECT_EQ(answers.foreign, 3);
  EXPECT_FALSE(answers.by_rater[0][0]);
  EXPECT_EQ(answers.by_rater[1][1]->judgement.value, 3);
  EXPECT_THAT(answers.by_rater[1][1]->shown, testing::ElementsAre(1, 0));
}

TEST(Gold, LabelsDontTakeTheNamesOfItsColumns) {
  const RatingProject project = small_project();
  RatingAnswers answers;
  answers.by_rater = {{RatingAnswer{{7}}, std::nullopt}, {std::nullopt, RatingAnswer{{4}}}};
  const auto files = rating_files(project, answers);
  EXPECT_THAT(
      content_of(files, "gold.tsv"),
      testing::StartsWith("id\tfirst\tsecond\tgold\tmean\tmedian\tratings\tline\x7f\tmean_\n"
                          "a\tA.\tB.\t0.75\t5.5\t5.5\t2\t\tours is called so, too\n"));
  EXPECT_THAT(content_of(files, "gold.toml"), HasSubstr("\"label:mean\" = \"mean_\""));
  EXPECT_THAT(content_of(files, "ratings.tsv"), HasSubstr("p2\ta\t4\n"));
}

// The study's own 55,110 ratings, in our format: the published gold values come out. Items 1 to 10
// differ from those in the list of pairs.
TEST(Gold, OfTheStudyIsThePublishedOne) {
  const auto folder = shared_data("sts3k-study") / "datasets";
  if (lacks(folder)) GTEST_SKIP() << kNoSharedData;
  RatingProject project = small_project();
  project.items.clear();
  project.raters.clear();
  std::map<std::string, std::size_t> items, raters;
  RatingAnswers answers;
  std::vector<std::string> fields;
  DelimitedReader ratings(folder / "STS3k_ratings.tsv");
  ASSERT_TRUE(ratings.next(fields));
  ASSERT_THAT(fields, testing::ElementsAre("pair_id", "rater", "rating"));
  while (ratings.next(fields)) {
    const auto value = parse_number<double>(fields[2]);
    if (!value || *value != *value) continue;
    const auto item = items.emplace(fields[0], items.size());
    if (item.second) project.items.push_back({fields[0], "", {"A.", "B."}});
    const auto rater = raters.emplace(fields[1], raters.size());
    if (rater.second) project.raters.push_back({fields[1], "", {}});
    answers.by_rater.resize(raters.size());
    project.raters[rater.first->second].turns.push_back(
        static_cast<std::uint32_t>(item.first->second));
    answers.by_rater[rater.first->second].push_back(RatingAnswer{{static_cast<int>(*value)}});
  }
  std::vector<double> published;
  DelimitedReader pairs(folder / "STS3k_all.txt", {';', false});
  while (pairs.next(fields)) published.push_back(*parse_number<double>(fields.back()));
  std::istringstream gold(content_of(rating_files(project, answers), "gold.tsv"));
  DelimitedReader table(gold, "gold.tsv");
  ASSERT_TRUE(table.next(fields));
  std::size_t compared = 0, equal = 0;
  while (table.next(fields)) {
    const auto number = *parse_number<std::size_t>(fields[0]);
    if (number <= 10) continue;
    equal += std::abs(*parse_number<double>(fields[3]) - published.at(number - 1)) < 6e-4;
    ++compared;
  }
  EXPECT_EQ(compared, 2790);
  EXPECT_EQ(equal, 2780);  // the files number ten pairs in another order
}

}  // namespace rating_results_test
}  // namespace sonde
