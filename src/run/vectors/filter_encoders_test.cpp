#include "run/vectors/filter_encoders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "run/files/plan_digest.h"
#include "sonde/error.h"

namespace sonde {
namespace filter_encoders_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FilterEncodersTest : public testing::Test {
 protected:
  FilterEncodersTest() {
    std::string name = (fs::temp_directory_path() / "sonde-filter-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    std::ofstream(folder_ / "own.tsv") << "prev\tcurr\tnext\ts1\ts2\na\tb\tc\td\te\n";
  }
  ~FilterEncodersTest() override { fs::remove_all(folder_); }

  RunPlan plan(const std::string& probe, const std::string& encoder = "random") const {
    RunPlan plan;
    plan.encoders = {parse_spec(encoder)};
    plan.probes = {parse_spec(probe)};
    plan.datasets = {folder_ / "own.tsv"};
    return plan;
  }

  Planned planned(const RunPlan& plan) const { return plan_run(plan, context_); }

  fs::path folder_;
  Observer silent_;
  RunContext context_{silent_};
};

// No folder has the model.
TEST_F(FilterEncodersTest, AMissingMinilmIsToldWithWhatToDo) {
  try {
    planned(plan("sets"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), HasSubstr("the filter of 'own' asks 'minilm'"));
    EXPECT_THAT(error.what(), HasSubstr("a column kept in the data does without"));
  }
  EXPECT_TRUE(planned(plan("sets?filter=none")).tasks.front().filter.empty());
}

TEST_F(FilterEncodersTest, AnEncoderIsMadeOnce) {
  RunPlan two = plan("sets?filter=random%2Brandom%3Fseed=2", "random");
  std::ofstream(folder_ / "more.tsv") << "prev\tcurr\tnext\ts1\ts2\na\tb\tc\td\te\n";
  two.datasets.push_back(folder_ / "more.tsv");
  const Planned both = planned(two);
  const auto& first = both.tasks[0].filter;
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].encoder, both.encoders[0].encoder);
  EXPECT_NE(first[1].encoder, first[0].encoder);
  EXPECT_EQ(both.tasks[1].filter[1].encoder, first[1].encoder);
}

TEST_F(FilterEncodersTest, ThePlanAndTheSettingsSayWhichEncoderItWas) {
  const auto digest = [&](const std::string& probe) {
    const RunPlan asked = plan(probe);
    return plan_digest(asked, list_items(asked, planned(asked), context_)).hex();
  };
  EXPECT_NE(digest("sets?filter=random"), digest("sets?filter=random%3Fseed=2"));
  EXPECT_NE(digest("sets?filter=random"), digest("sets?filter=random&filter_below=.5"));
  EXPECT_EQ(digest("sets?filter=random"), digest("sets?filter=random"));
  const auto settings = planned(plan("sets?filter=random")).tasks.front().settings;
  EXPECT_THAT(settings.at("filtered_by"), testing::MatchesRegex("random [0-9a-f]{16} below 0.25"));
}

}  // namespace filter_encoders_test
}  // namespace sonde
