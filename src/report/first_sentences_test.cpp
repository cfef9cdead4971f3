#include "report/first_sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "report/verdict_text.h"

namespace sonde {
namespace first_sentences_test {

using testing::HasSubstr;

const std::array kQuestions{
    Evidence{"negation", "negation or rewording", "?", "share", "accuracy"},
    Evidence{"antonyms", "antonym or synonym", "?", "share", "synonym_beats_antonym"},
    Evidence{"typos", "typo or antonym", "?", "share", "typo_costs_more"}};

const std::array kCapabilitiesAsked{&capabilities()[0], &capabilities()[1], &capabilities()[8]};

// One matrix, cell by cell.
class Answers : public testing::Test {
 protected:
  explicit Answers(std::vector<std::string> names = {"a", "b"}) {
    overview_.tasks.resize(1);
    overview_.tasks[0].facts.dataset = "data";
    for (auto& name : names) {
      overview_.subjects.emplace_back().label = name;
      matrix_.subjects.push_back(matrix_.subjects.size());
    }
    matrix_.is_baseline.assign(names.size(), false);
    for (std::size_t i = 0; i < kQuestions.size(); ++i) {
      OverviewQuestion question;
      question.of = kQuestions[i];
      question.results.resize(names.size());
      overview_.tasks[0].questions.push_back(question);
      matrix_.rows.push_back({0, i, kCapabilitiesAsked[i]});
      matrix_.cells.emplace_back(names.size());
    }
  }

  void set(std::size_t row, std::size_t subject, double value, Level level, bool best = true) {
    auto& cell = matrix_.cells[row][subject];
    cell = {CellState::kValue, {}, level, 2 * value - 1, 0, best};
    auto& result = overview_.tasks[0].questions[row].results[subject];
    result.value = value;
    result.n = 200;
  }

  void differ(std::size_t row, double value, double p) {
    matrix_.differences.push_back({row, 0, 1, false, value, value - .1, value + .1, p});
  }

  void all(double value, Level level) {
    for (std::size_t row = 0; row < kQuestions.size(); ++row) {
      for (std::size_t subject = 0; subject < overview_.subjects.size(); ++subject) {
        set(row, subject, value, level);
      }
    }
  }

  Answer answer() const { return answer_of(overview_, matrix_); }

  Overview overview_;
  VerdictMatrix matrix_;
};

TEST_F(Answers, SayWhenNothingCanBeToldApart) {
  all(.9, Level::kGood);
  differ(0, .02, .6);
  EXPECT_EQ(answer().result, "a and b can't be told apart on any of the 3 questions.");
  EXPECT_EQ(answer().advice, "");
  EXPECT_EQ(answer().limits,
            "Based on 200 items per question. With power 80%, 14 points can be detected; 5 points "
            "need about 1700 items.");
}

TEST_F(Answers, NameTheOneThatIsBestOrAsGoodEverywhere) {
  all(.9, Level::kGood);
  set(0, 1, .6, Level::kBetter, false);
  differ(0, .3, .001);
  EXPECT_EQ(answer().result, "a is the best, or as good as the best, on all 3 questions.");
  EXPECT_EQ(answer().advice, "Choose a: it is 30 points ahead of b on negation or rewording.");
}

TEST_F(Answers, SayWhoLeadsWhere) {
  all(.9, Level::kGood);
  set(0, 1, .6, Level::kBetter, false);
  set(2, 0, .6, Level::kBetter, false);
  differ(0, .3, .001);
  differ(2, -.3, .001);
  EXPECT_EQ(answer().result,
            "No encoder is the best on all questions: a is the best on 1 of 3 questions (negation) "
            "and b is the best "
            "on 1 of 3 questions (typos).");
  EXPECT_EQ(answer().advice, "Choose by the question that your text depends on.");
}

// It leads if an encoder passes at all. If it is not the best, no encoder passes.
TEST_F(Answers, RecommendWhoIsBestOnAllThatIsPassed) {
  all(.9, Level::kGood);
  set(0, 1, .6, Level::kBetter, false);
  set(1, 0, .2, Level::kWorse, false);
  set(1, 1, .5, Level::kAtChance);
  differ(0, .3, .001);
  differ(1, -.3, .001);
  EXPECT_EQ(
      answer().result,
      "a is the best, or as good as the best, on the 2 of 3 questions that any encoder passes.");
  EXPECT_THAT(answer().advice, HasSubstr("Choose a: it is 30 points ahead of b on negation"));
}

TEST_F(Answers, RecommendNobodyWhoWasNotMeasured) {
  set(0, 0, .9, Level::kGood);
  set(0, 1, .6, Level::kBetter, false);
  set(1, 0, .9, Level::kGood);
  set(1, 1, .6, Level::kBetter);
  matrix_.cells[0].emplace_back();  // the third has a value on the second question alone
  overview_.subjects.emplace_back().label = "c";
  matrix_.subjects.push_back(2);
  matrix_.is_baseline.push_back(false);
  for (std::size_t row = 1; row < kQuestions.size(); ++row) matrix_.cells[row].emplace_back();
  for (auto& question : overview_.tasks[0].questions) question.results.resize(3);
  set(1, 2, .9, Level::kGood);
  differ(0, .3, .001);
  EXPECT_EQ(answer().result, "a is the best, or as good as the best, on all 2 questions.");
  EXPECT_THAT(answer().advice, HasSubstr("Choose a:"));
}

TEST_F(Answers, NameWhoComesClosest) {
  all(.9, Level::kGood);
  for (const std::size_t row : {0U, 1U}) set(row, row, .6, Level::kBetter, false);
  differ(0, -.3, .001);
  for (auto& row : matrix_.cells) row.push_back(row[0]);  // the third is as good as the best of two
  overview_.subjects.emplace_back().label = "c";
  matrix_.subjects.push_back(2);
  matrix_.is_baseline.push_back(false);
  for (auto& question : overview_.tasks[0].questions) question.results.resize(3);
  matrix_.cells[0][2] = matrix_.cells[0][1];
  set(2, 2, .6, Level::kBetter, false);
  EXPECT_EQ(
      answer().result,
      "No encoder is the best on all questions. a, b and c come closest: each is the best, or "
      "as good as the best, on 2 of 3 questions.");
}

TEST_F(Answers, ASharedLeadComesBeforeOneQuestionOfAnother) {
  all(.9, Level::kGood);
  for (auto& row : matrix_.cells) row.push_back(row[0]);
  overview_.subjects.emplace_back().label = "c";
  matrix_.subjects.push_back(2);
  matrix_.is_baseline.push_back(false);
  for (auto& question : overview_.tasks[0].questions) question.results.resize(3);
  for (const std::size_t subject : {0U, 1U}) set(2, subject, .6, Level::kBetter, false);
  for (const std::size_t row : {0U, 1U}) set(row, 2, .6, Level::kBetter, false);
  differ(0, .3, .001);
  EXPECT_EQ(answer().result,
            "a and b come closest: each is the best, or as good as the best, on 2 of 3 questions.");
  EXPECT_EQ(answer().advice,
            "Choose the cheapest of a and b, or by the question that your text depends on: c is "
            "the best on 1 of 3 questions (typos).");
}

// a and b are both ahead of c. The test of a and b could not see less than 14 points.
TEST_F(Answers, TheCheapestIsChosenOnlyIfWhatCannotBeSeenDoesNotMatter) {
  overview_.subjects.emplace_back().label = "c";
  matrix_.subjects.push_back(2);
  matrix_.is_baseline.push_back(false);
  for (auto& row : matrix_.cells) row.emplace_back();
  for (auto& question : overview_.tasks[0].questions) question.results.resize(3);
  all(.9, Level::kGood);
  set(0, 2, .6, Level::kBetter, false);
  matrix_.differences.push_back({0, 0, 2, false, -.3, -.4, -.2, .001});
  matrix_.differences.push_back({0, 0, 1, false, .01, -.09, .11, .8});
  EXPECT_EQ(answer().result, "a and b are the best on all 3 questions, and can't be told apart.");
  EXPECT_EQ(answer().advice,
            "Choose the cheapest of a and b only if 14 points don't matter: less can't be detected "
            "here.");
  matrix_.differences.back() = {0, 0, 1, false, .01, -.01, .03, .8};
  EXPECT_EQ(answer().advice, "Choose the cheapest of a and b.");
}

TEST_F(Answers, CompareNothingWithoutACommonQuestion) {
  set(0, 0, .9, Level::kGood, false);
  set(1, 1, .9, Level::kGood, false);
  EXPECT_EQ(answer().result, "No two of a and b were measured on the same question.");
  EXPECT_THAT(answer().advice, testing::Not(HasSubstr("Choose")));
}

// One question alone does not make an encoder the one to choose.
TEST_F(Answers, RecommendNobodyWhoIsWorseElsewhere) {
  all(.9, Level::kGood);
  set(0, 1, .6, Level::kBetter, false);
  set(1, 0, .6, Level::kBetter, false);
  set(1, 1, .7, Level::kBetter);
  differ(0, .3, .001);
  differ(1, -.1, .001);
  EXPECT_EQ(answer().advice, "Choose by the question that your text depends on.");
}

TEST_F(Answers, ChooseNobodyIfNobodyPasses) {
  all(.4, Level::kWorse);
  set(0, 1, .1, Level::kWorse, false);
  differ(0, .3, .001);
  EXPECT_EQ(answer().result, "No encoder passes any of the 3 questions.");
  EXPECT_THAT(answer().advice, testing::Not(HasSubstr("Choose")));
  matrix_.rows.resize(1);
  matrix_.cells.resize(1);
  EXPECT_EQ(answer().result, "No encoder passes the one question.");
}

// The best of several that fail is not recommended.
TEST_F(Answers, SayWhatNoneOfThemPasses) {
  all(.9, Level::kGood);
  set(0, 0, .3, Level::kWorse);
  set(0, 1, .1, Level::kWorse, false);
  differ(0, .2, .001);
  EXPECT_THAT(answer().advice, HasSubstr("No encoder passes the tests of negation."));
  EXPECT_THAT(answer().result, testing::Not(HasSubstr("is the best on")));
}

TEST_F(Answers, TooFewItemsAreNoFailure) {
  all(.9, Level::kGood);
  for (const std::size_t subject : {0U, 1U}) set(0, subject, 1, Level::kCannotTell);
  EXPECT_THAT(answer().advice, testing::Not(HasSubstr("No encoder passes")));
}

TEST_F(Answers, LeaveBaselinesOut) {
  all(.9, Level::kGood);
  matrix_.is_baseline[1] = true;
  set(0, 0, .2, Level::kWorse);
  EXPECT_EQ(answer().result, "a passes 2 of 3 kinds of test and fails 1: negation.");
  EXPECT_EQ(answer().details,
            "a notices opposite words (90%) and tolerates typos (90%). It misses negation "
            "(negation or rewording: 20%).");
}

TEST_F(Answers, BetterThanChanceIsNotGood) {
  all(.9, Level::kGood);
  matrix_.is_baseline[1] = true;
  set(0, 0, .6, Level::kBetter);
  EXPECT_EQ(answer().result, "a passes 3 of 3 kinds of test and fails none.");
  EXPECT_THAT(answer().details,
              HasSubstr(" It does better than chance, but not well, on negation or rewording "
                        "(60%)."));
}

TEST_F(Answers, SeparateTitlesThatHaveAnAnd) {
  all(.9, Level::kGood);
  set(0, 0, .5, Level::kCannotTell);
  set(1, 0, .5, Level::kCannotTell);
  matrix_.rows[1].capability = &capabilities()[4];
  EXPECT_THAT(subject_summary(overview_, matrix_, 0),
              HasSubstr("on negation; and numbers, dates and names."));
}

// A share of 83% is not a failure, even if counting words achieves it as well.
TEST_F(Answers, WhatCountingWordsExplainsIsNoFailure) {
  all(.9, Level::kGood);
  matrix_.is_baseline[1] = true;
  set(0, 0, .83, Level::kNoBetter);
  overview_.tasks[0].questions[0].counting_words.value = .9;
  EXPECT_EQ(answer().result,
            "a passes 2 of 3 kinds of test and fails none. The other one is undecided.");
  EXPECT_EQ(answer().details,
            "a notices opposite words (90%) and tolerates typos (90%). It does no better than "
            "counting words on negation or rewording (83%, counting words 90%).");
}

TEST_F(Answers, AGroupIsItsWeakestRow) {
  all(.9, Level::kGood);
  matrix_.rows[1].capability = matrix_.rows[0].capability;
  set(1, 0, .55, Level::kCannotTell);
  const auto groups = group_verdicts(matrix_, 0);
  ASSERT_EQ(groups.size(), 2);
  EXPECT_EQ(groups[0].weakest, 1);
  EXPECT_EQ(groups[0].passed, 1);
  EXPECT_EQ(groups[0].rows, 2);
  EXPECT_THAT(subject_summary(overview_, matrix_, 0),
              HasSubstr("More items are needed on negation (it passes 1 of 2 questions)."));
}

}  // namespace first_sentences_test
}  // namespace sonde
