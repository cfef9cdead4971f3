#include "run/listed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/run_folder_test.h"
#include "sonde/error.h"

namespace sonde {
namespace listed_test {

class Noting : public Observer {
 public:
  void note(std::string_view line) override { notes.emplace_back(line); }
  bool stop() override { return stopped; }

  std::vector<std::string> notes;
  bool stopped = false;
};

class ListedTest : public RunTest {
 protected:
  RunPlan plan() const {
    RunPlan plan;
    plan.encoders = {parse_spec("random"), parse_spec("b=random?seed=2")};
    plan.probes = {parse_spec("sts")};
    plan.datasets = {write("pairs.tsv", numbered_pairs(30)).string(),
                     write("same.tsv", numbered_pairs(20)).string()};
    return plan;
  }
  Listed listed(const RunPlan& plan) {
    return list_items(plan, plan_run(plan, context_), context_);
  }

  Noting observer_;
  RunContext context_{observer_};
};

TEST_F(ListedTest, CountsItemsAndTheDistinctTextsOfAllTasks) {
  const Listed all = listed(plan());
  ASSERT_EQ(all.tasks.size(), 2U);
  EXPECT_EQ(all.tasks[0].counts.items, 30U);
  EXPECT_EQ(all.tasks[1].counts.items, 20U);
  ASSERT_EQ(all.encoders.size(), 2U);
  for (const auto& encoder : all.encoders) EXPECT_EQ(encoder.texts, 60U);
  for (const auto& task : all.tasks) EXPECT_TRUE(task.kept && !task.streamed);
  ASSERT_EQ(observer_.notes.size(), 2U);
  EXPECT_THAT(observer_.notes[1], testing::HasSubstr("20 items; the first: \"one 0\", \"two 0\""));
}

TEST_F(ListedTest, ALargeTaskIsStreamedAndItsTextsAreNotCounted) {
  RunPlan some = plan();
  some.stream_above = 50;
  const Listed all = listed(some);
  EXPECT_TRUE(all.tasks[0].streamed);
  EXPECT_FALSE(all.tasks[0].kept);
  EXPECT_FALSE(all.tasks[1].streamed);
  EXPECT_EQ(all.encoders[0].texts, 40U);
}

TEST_F(ListedTest, ALimitLeavesSoManyItems) {
  RunPlan some = plan();
  some.limit = "7";
  const Listed all = listed(some);
  for (const auto& task : all.tasks) {
    EXPECT_EQ(task.counts.items, 7U);
    std::size_t read = 0;
    read_again(task, 3, [&](std::span<const Item> items, auto) { read += items.size(); });
    EXPECT_EQ(read, 7U);
  }
}

TEST_F(ListedTest, EndsWhereTheRunIsStopped) {
  const RunPlan all = plan();
  Planned planned = plan_run(all, context_);
  observer_.stopped = true;
  try {
    list_items(all, std::move(planned), context_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
}

TEST_F(ListedTest, AScorerMustFitADataSet) {
  RunPlan some = plan();
  some.scorers = {parse_spec("scores:" + write("scores.txt", "1\n2\n").string() + "?data=other")};
  EXPECT_THROW(listed(some), Error);
}

}  // namespace listed_test
}  // namespace sonde
