#include "compare/verdict_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/nan.h"
#include "sonde/resampling.h"

namespace sonde {
namespace verdict_matrix_test {

constexpr std::size_t kItems = 400;

// Negation as a question of `shared`, and of `other` data sets.
const Evidence kNegation{"negation", "negation or rewording", "?", "share", "accuracy"};

std::vector<std::uint64_t> keys() {
  std::vector<std::uint64_t> keys(kItems);
  for (std::size_t i = 0; i < kItems; ++i) keys[i] = 7919 * i + 1;
  return keys;
}

const Resampler& resampler() {
  static const Resampler all(1, 400, 1);
  static const Resampler keeping = all.keeping();
  return keeping;
}

Result share_of(const std::vector<double>& shares) {
  static const auto all_keys = keys();
  Result result;
  double sum = 0;
  for (const double share : shares) sum += share;
  result.value = sum / kItems;
  result.n = kItems;
  const Interval interval = wilson(static_cast<std::size_t>(sum), kItems);
  result.low = interval.low;
  result.high = interval.high;
  result.replicates = {resampler().means(shares, all_keys), kItems, Scale::kShare};
  return result;
}

// The first `passed` items are right.
Result right(std::size_t passed) {
  std::vector<double> shares(kItems);
  for (std::size_t i = 0; i < passed; ++i) shares[i] = 1;
  return share_of(shares);
}

OverviewQuestion question(const Evidence& of, std::vector<Result> results, Result counting = {}) {
  OverviewQuestion made;
  made.of = of;
  made.ties.assign(results.size(), 0);
  made.outcomes.resize(results.size());
  made.results = std::move(results);
  made.counting_words = std::move(counting);
  return made;
}

Overview overview_of(std::vector<std::string> subjects) {
  Overview overview;
  for (auto& name : subjects) {
    OverviewSubject subject;
    subject.facts.spec = name;
    subject.label = std::move(name);
    overview.subjects.push_back(std::move(subject));
  }
  return overview;
}

void add_task(Overview& overview, const std::string& dataset, OverviewQuestion asked,
              const std::string& language = "en") {
  OverviewTask task;
  task.kind = task.facts.probe = "triplets";
  task.facts.dataset = dataset;
  task.facts.language = language;
  task.values.resize(overview.subjects.size());
  task.questions.push_back(std::move(asked));
  overview.tasks.push_back(std::move(task));
}

Level level(std::size_t passed, Result counting = {}, double ties = 0) {
  auto overview = overview_of({"encoder"});
  auto asked = question(kNegation, {right(passed)}, std::move(counting));
  asked.ties[0] = ties;
  add_task(overview, "data", std::move(asked));
  return verdict_matrices(overview).front().cells[0][0].level;
}

TEST(Verdicts, CompareWithChance) {
  EXPECT_EQ(level(380), Level::kGood);
  EXPECT_EQ(level(250), Level::kBetter);
  EXPECT_EQ(level(205), Level::kAtChance);
  EXPECT_EQ(level(100), Level::kWorse);
}

TEST(Verdicts, CompareWithCountingWords) {
  EXPECT_EQ(level(350, right(360)), Level::kNoBetter);
  EXPECT_EQ(level(350, right(350)), Level::kNoBetter);
  EXPECT_EQ(level(350, right(200)), Level::kGood);
  EXPECT_EQ(level(100, right(50)), Level::kWorse);
}

TEST(Verdicts, AreUndecidedAboveATenthOfTies) {
  EXPECT_EQ(level(380, {}, .11), Level::kUndecided);
  EXPECT_EQ(level(380, {}, .1), Level::kGood);
}

// An encoder's value on each of some rows.
MatrixCell cell_of(double value, std::size_t items, std::size_t rows) {
  auto overview = overview_of({"encoder"});
  Result result;
  result.value = value;
  result.n = items;
  const auto n = static_cast<double>(items);
  const Interval interval = wilson(static_cast<std::size_t>(value * n + .5), items);
  result.low = interval.low;
  result.high = interval.high;
  for (std::size_t i = 0; i < rows; ++i) {
    add_task(overview, "data " + std::to_string(i), question(kNegation, {result}));
  }
  return verdict_matrices(overview).front().cells[0][0];
}

TEST(Verdicts, NeedTenItems) {
  EXPECT_EQ(cell_of(1, 9, 1).level, Level::kCannotTell);
  EXPECT_EQ(cell_of(1, 9, 1).needed, 10);
  EXPECT_EQ(cell_of(1, 10, 1).level, Level::kGood);
}

// Without an interval, the spread of a share says how many; beyond 100,000 items none are named.
TEST(Verdicts, NameNoHugeNumbersOfItems) {
  auto overview = overview_of({"encoder"});
  Result result;
  result.value = .501;
  result.n = 9;
  add_task(overview, "few", question(kNegation, {result}));
  EXPECT_LT(verdict_matrices(overview).front().cells[0][0].needed, 300);
  auto correlation = kNegation;
  correlation.chance = 0;
  correlation.is_share = false;
  result.value = .0001;
  result.n = 20;
  overview.tasks[0].questions[0] = question(correlation, {result});
  const auto cell = verdict_matrices(overview).front().cells[0][0];
  EXPECT_EQ(cell.level, Level::kCannotTell);
  EXPECT_TRUE(std::isnan(cell.needed));
}

// More than there are, and that many do suffice if the value stays.
TEST(Verdicts, SayHowManyItemsWouldTell) {
  for (const double value : {.4, .5, .55, .6, .7, 1.}) {
    for (const std::size_t items : {2U, 4U, 10U, 25U, 60U}) {
      for (const std::size_t rows : {1U, 5U, 20U}) {
        const auto cell = cell_of(value, items, rows);
        if (cell.level != Level::kCannotTell) continue;
        EXPECT_GT(cell.needed, items) << value << " " << items << " " << rows;
        const auto again = cell_of(value, static_cast<std::size_t>(1.2 * cell.needed), rows);
        EXPECT_NE(again.level, Level::kCannotTell) << value << " " << items << " " << rows;
      }
    }
  }
}

// Nothing is found of vectors without information in 95 of 100 runs, however many questions.
TEST(Verdicts, FindNothingInRandomVectors) {
  std::mt19937_64 random(3);
  constexpr int kRuns = 300, kQuestions = 14;
  int found = 0;
  for (int run = 0; run < kRuns; ++run) {
    auto overview = overview_of({"encoder"});
    for (int i = 0; i < kQuestions; ++i) {
      const Evidence of{"negation", "negation", "?", "share", "accuracy", i % 2 == 0 ? .5 : 1. / 3};
      std::binomial_distribution<std::size_t> passed(kItems, of.chance);
      Result result;
      result.n = kItems;
      const std::size_t right = passed(random);
      result.value = static_cast<double>(right) / kItems;
      const Interval interval = wilson(right, kItems);
      result.low = interval.low;
      result.high = interval.high;
      add_task(overview, "data" + std::to_string(i), question(of, {result}));
    }
    const auto matrix = verdict_matrices(overview).front();
    found += std::ranges::any_of(matrix.cells, [](const auto& row) {
      return row[0].level != Level::kAtChance && row[0].level != Level::kCannotTell;
    });
  }
  EXPECT_LE(found, kRuns * 5 / 100 + 8);  // two standard deviations
}

// No test compares what has other items. Its interval decides.
TEST(Verdicts, MarkNothingBestThatOnlyLacksATest) {
  auto overview = overview_of({"hf:a", "hf:b", "hf:c"});
  std::vector<Result> results{right(300), right(290), right(100)};
  for (const std::size_t i : {1U, 2U}) results[i].replicates = {};
  add_task(overview, "data", question(kNegation, std::move(results)));
  const auto matrix = verdict_matrices(overview).front();
  EXPECT_TRUE(matrix.cells[0][0].is_best);
  EXPECT_TRUE(matrix.cells[0][1].is_best);
  EXPECT_FALSE(matrix.cells[0][2].is_best);
}

TEST(Verdicts, MarkTheBestAndWhatIsNotDistinguishableFromIt) {
  auto overview = overview_of({"hf:a", "hf:b", "hf:c", "random"});
  add_task(overview, "data", question(kNegation, {right(300), right(301), right(200), right(390)}));
  const auto matrix = verdict_matrices(overview).front();
  EXPECT_TRUE(matrix.cells[0][0].is_best);
  EXPECT_TRUE(matrix.cells[0][1].is_best);
  EXPECT_FALSE(matrix.cells[0][2].is_best);
  EXPECT_FALSE(matrix.cells[0][3].is_best);  // a baseline
  EXPECT_EQ(matrix.differences.size(), 6U);
  EXPECT_EQ(std::ranges::count_if(matrix.differences, &MatrixDifference::with_baseline), 3);
  EXPECT_EQ(matrix.subjects.back(), 3U);
}

// The cells of each subject and row by their names, and the order of both.
std::string written(const Overview& overview) {
  std::string text;
  for (const auto& matrix : verdict_matrices(overview)) {
    text += matrix.language + "\n";
    for (const auto subject : matrix.subjects) text += overview.subjects[subject].label + "\n";
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
      text += overview.tasks[matrix.rows[row].task].facts.dataset + "\n";
      for (const auto subject : matrix.subjects) {
        const MatrixCell& cell = matrix.cells[row][subject];
        text += std::to_string(static_cast<int>(cell.level)) + (cell.is_best ? "*" : "") + " ";
      }
    }
  }
  return text;
}

TEST(Verdicts, DoNotDependOnTheOrderOfSubjectsAndDataSets) {
  const std::vector<std::string> names{"hf:a", "hf:b", "hf:c"};
  const std::vector<std::vector<std::size_t>> passed{
      {300, 300, 205}, {100, 250, 380}, {390, 12, 300}};
  std::vector<std::size_t> subjects{0, 1, 2}, tasks{0, 1, 2};
  std::string expected;
  do {
    do {
      std::vector<std::string> ordered;
      for (const auto subject : subjects) ordered.push_back(names[subject]);
      auto overview = overview_of(ordered);
      for (const auto task : tasks) {
        std::vector<Result> results;
        for (const auto subject : subjects) results.push_back(right(passed[task][subject]));
        const std::vector<std::string> languages{"en", "nl", "en"};
        add_task(overview, "data" + std::to_string(task), question(kNegation, results),
                 languages[task]);
      }
      if (expected.empty()) expected = written(overview);
      EXPECT_EQ(written(overview), expected);
    } while (std::ranges::next_permutation(tasks).found);
  } while (std::ranges::next_permutation(subjects).found);
}

TEST(Verdicts, WhatHasNoValueSaysWhy) {
  auto overview = overview_of({"encoder", "other"});
  Result undefined;
  undefined.left_out = 3;
  undefined.why["needs vectors"] = 3;
  add_task(overview, "data", question(kNegation, {undefined, Result()}));
  auto cells = verdict_matrices(overview).front().cells[0];
  EXPECT_EQ(cells[0].state, CellState::kUndefined);
  EXPECT_EQ(cells[1].state, CellState::kUnmeasured);
  overview.subjects[0].facts.has_vectors = false;
  cells = verdict_matrices(overview).front().cells[0];
  EXPECT_EQ(cells[0].state, CellState::kUnsupported);
  EXPECT_EQ(cells[0].why, "needs vectors");
  EXPECT_EQ(cells[1].why, "not measured on this data set");
  overview.subjects[1].facts.spec = "head:minilm";
  cells = verdict_matrices(overview).front().cells[0];
  EXPECT_EQ(cells[1].why, "learned from human ratings, which this data set doesn't have");
}

// Originals without a typo: counting words have nothing to compare either.
TEST(Verdicts, AQuestionThatNoItemAsksHasNoRow) {
  auto overview = overview_of({"encoder", "other"});
  Result none;
  none.left_out = 3;
  none.why["no such variant"] = 3;
  add_task(overview, "data", question(kNegation, {none, none}, none));
  add_task(overview, "more", question(kNegation, {none, none}, right(200)));
  const auto rows = verdict_matrices(overview).front().rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].task, 1U);
}

}  // namespace verdict_matrix_test
}  // namespace sonde
