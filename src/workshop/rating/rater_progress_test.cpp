#include "workshop/rating/rater_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "workshop/rating/kinds.h"

namespace sonde {
namespace rater_progress_test {

// `raters` people who all get `items` items, in order.
RatingProject project_of(std::size_t items, std::size_t raters) {
  RatingProject project{"set", 1, 1, rating_form("similarity").guideline(), {}, {}};
  for (std::size_t i = 0; i < items; ++i) {
    project.items.push_back({"i" + std::to_string(i), "", {"A.", "B."}});
  }
  for (std::size_t i = 0; i < raters; ++i) {
    project.raters.push_back({"p" + std::to_string(i), std::string(32, 'a'), {}});
    for (std::uint32_t item = 0; item < items; ++item) project.raters[i].turns.push_back(item);
  }
  return project;
}

RatingAnswers nothing_yet(const RatingProject& project) {
  RatingAnswers answers;
  for (const auto& rater : project.raters) answers.by_rater.emplace_back(rater.turns.size());
  return answers;
}

PersonAnswers answered_at(const std::vector<std::uint64_t>& times) {
  PersonAnswers answers;
  for (const auto at : times) answers.push_back(RatingAnswer{{4}, {}, at});
  return answers;
}

TEST(RatingPace, IsTheMedianGapWithoutPauses) {
  const auto pace = [](const std::vector<std::uint64_t>& times) {
    return rating_pace(answered_at(times));
  };
  EXPECT_EQ(pace({}), std::nullopt);
  EXPECT_EQ(pace({10, 20, 30, 40, 50}), std::nullopt);
  EXPECT_EQ(pace({10, 20, 30, 40, 50, 60}), 10.0);
  EXPECT_EQ(pace({60, 10, 50, 20, 40, 30}), 10.0);  // in any order, as a sheet has them
  EXPECT_EQ(pace({10, 20, 30, 40, 50, 60, 9000, 9010, 9030}), 10.0);
}

TEST(RatingPace, OfAllTakesNoGapBetweenPeople) {
  RatingAnswers answers;
  answers.by_rater = {answered_at({0, 4, 8, 12}), answered_at({100, 104, 108})};
  EXPECT_EQ(rating_pace(answers), 4.0);
  EXPECT_EQ(rating_pace(answers.by_rater[0]), std::nullopt);
}

TEST(SecondsLeft, AreForTheOpenTurns) {
  PersonAnswers answers = answered_at({1, 2, 3});
  answers.resize(10);
  EXPECT_EQ(seconds_left(answers, 8.0), 56.0);
  EXPECT_EQ(seconds_left(answers, std::nullopt), std::nullopt);
}

TEST(AgreementSoFar, IsOneIfAllAgreeAndCountsJudgedItemsAlone) {
  const RatingProject project = project_of(12, 3);
  RatingAnswers answers = nothing_yet(project);
  EXPECT_TRUE(std::isnan(agreement_so_far(project, answers).value));
  for (auto& turns : answers.by_rater) {
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      turns[turn] = RatingAnswer{{static_cast<int>(1 + turn % 7)}};
    }
  }
  EXPECT_EQ(agreement_so_far(project, answers).value, 1);
  EXPECT_EQ(agreement_so_far(project, answers).items, 12);
  answers.by_rater[0][3]->judgement.value.reset();
  answers.by_rater[1][3]->judgement.value.reset();
  EXPECT_EQ(agreement_so_far(project, answers).items, 11);
  answers.by_rater[0][0]->judgement.value = 7;
  const auto found = agreement_so_far(project, answers);
  EXPECT_TRUE(found.has_distances);
  EXPECT_LT(found.value, 1);
  EXPECT_LE(found.low, found.value);
  EXPECT_GE(found.high, found.value);
}

TEST(Remarks, AreTheNewestFirst) {
  const RatingProject project = project_of(3, 1);
  RatingAnswers answers = nothing_yet(project);
  answers.by_rater[0][0] = RatingAnswer{{4, "first"}, {}, 1};
  answers.by_rater[0][1] = RatingAnswer{{4}, {}, 2};
  answers.by_rater[0][2] = RatingAnswer{{std::nullopt, "last"}, {}, 3};
  const auto remarks = rating_remarks(project, answers);
  ASSERT_EQ(remarks.size(), 2);
  EXPECT_EQ(remarks[0].text, "last");
  EXPECT_EQ(remarks[0].value, std::nullopt);
  EXPECT_EQ(remarks[1].item, "i0");
}

}  // namespace rater_progress_test
}  // namespace sonde
