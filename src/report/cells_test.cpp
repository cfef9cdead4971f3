#include "report/cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde {
namespace cells_test {

// One subject and one task, whose results speak of negation and typos.
class Cells : public testing::Test {
 protected:
  Cells() {
    overview_.subjects.resize(1);
    overview_.subjects[0].label = "encoder";
    OverviewTask task;
    task.kind = "own";
    task.facts.probe = "own?test=one";
    task.facts.dataset = "data";
    task.shown.evidence = {{"negation", "hears", "share that hears", .5},
                           {"typos", "costs", "share that costs", .5, 0}};
    task.scores.of = {{.1, -.2, .3}};
    task.scores.passes_above = 0;
    overview_.tasks.push_back(task);
  }

  void add(const std::string& name, double value, double low, double high) {
    Result result;
    result.subject = "encoder";
    result.name = name;
    result.value = value;
    result.low = low;
    result.high = high;
    overview_.tasks[0].results.push_back(result);
  }

  MatrixCell cell(std::string_view capability) {
    columns_ = matrix_columns(overview_);
    for (const auto& cell : matrix_cells(overview_, columns_)) {
      if (columns_[cell.column].capability->name == capability) return cell;
    }
    throw std::runtime_error("no such capability");
  }

  SubjectVerdict verdict() {
    columns_ = matrix_columns(overview_);
    const auto cells = matrix_cells(overview_, columns_);
    return subject_verdicts(overview_, columns_, cells).at(0);
  }

  Overview overview_;
  std::vector<MatrixColumn> columns_;
};

TEST_F(Cells, StandToChanceByTheirInterval) {
  add("hears", .6, .45, .7);
  EXPECT_EQ(cell("negation").evidence.front().level, Level::kChance);
  overview_.tasks[0].results.clear();
  add("hears", .6, .55, .7);
  EXPECT_EQ(cell("negation").evidence.front().level, Level::kPartly);
  overview_.tasks[0].results.clear();
  add("hears", .9, .85, .95);
  EXPECT_EQ(cell("negation").evidence.front().level, Level::kGood);
  EXPECT_DOUBLE_EQ(cell("negation").evidence.front().position, .8);
  overview_.tasks[0].results.clear();
  add("hears", .3, .25, .35);
  EXPECT_EQ(cell("negation").evidence.front().level, Level::kBelow);
}

TEST_F(Cells, LessIsBetterWhereTheBestIsBelowChance) {
  add("costs", .1, .05, .15);
  EXPECT_EQ(cell("typos").evidence.front().level, Level::kGood);
  overview_.tasks[0].results.clear();
  add("costs", .9, .85, .95);
  EXPECT_EQ(cell("typos").evidence.front().level, Level::kBelow);
}

TEST_F(Cells, WhatHasNoValueSaysWhy) {
  EXPECT_EQ(cell("negation").state, CellState::kUnmeasured);
  add("hears", std::nan(""), std::nan(""), std::nan(""));
  overview_.tasks[0].results[0].why["needs vectors"] = 3;
  EXPECT_EQ(cell("negation").state, CellState::kUndefined);
  overview_.subjects[0].facts.has_vectors = false;
  EXPECT_EQ(cell("negation").state, CellState::kUnsupported);
  EXPECT_EQ(cell("negation").why, "needs vectors");
}

TEST_F(Cells, EvidenceMayAskForASetting) {
  overview_.tasks[0].shown.evidence[0].setting = "test";
  overview_.tasks[0].shown.evidence[0].is = "two";
  add("hears", .9, .8, .95);
  EXPECT_EQ(cell("negation").state, CellState::kUnmeasured);
  overview_.tasks[0].shown.evidence[0].is = "one";  // as the probe's option says
  EXPECT_EQ(cell("negation").state, CellState::kValue);
}

TEST_F(Cells, TheVerdictNamesBestAndWorst) {
  add("hears", .96, .9, .99);
  add("costs", .9, .85, .95);
  const auto said = verdict();
  EXPECT_EQ(said.text,
            "encoder hears a negation (96 of 100). It takes a typo for a change of meaning (90 of "
            "100).");
  ASSERT_EQ(said.examples.size(), 2);
  EXPECT_EQ(said.examples[0].item, 2);
  EXPECT_TRUE(said.examples[0].right);
  EXPECT_EQ(said.examples[1].item, 1);
  EXPECT_FALSE(said.examples[1].right);
}

TEST_F(Cells, ALanguageIsAColumn) {
  overview_.tasks.push_back(overview_.tasks[0]);
  overview_.tasks[0].facts.language = "en";
  overview_.tasks[1].facts.language = "nl";
  add("hears", .9, .8, .95);
  columns_ = matrix_columns(overview_);
  std::vector<std::string> negation;
  for (const auto& column : columns_) {
    if (column.capability->name == "negation") negation.push_back(column.language);
  }
  EXPECT_THAT(negation, testing::ElementsAre("en"));  // nothing in Dutch has a result
}

TEST_F(Cells, NothingMeasuredIsSaid) {
  EXPECT_EQ(verdict().text, "Nothing could be measured of encoder.");
}

}  // namespace cells_test
}  // namespace sonde
