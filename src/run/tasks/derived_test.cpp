#include "run/tasks/derived.h"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>

#include "base/random.h"
#include "run/run_folder_test.h"
#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {
namespace derived_test {

using testing::HasSubstr;

constexpr int kPairs = 60;

// Follows the pair's number, so that it can be learned from a score but not from random vectors.
double rating_of(int pair) { return 0.01 * (pair % 30) + 0.1 * (pair % 7); }

class Noted : public Observer {
 public:
  void note(std::string_view line) override { notes += std::string(line) + "\n"; }
  std::string notes;
};

class DerivedTest : public RunTest {
 protected:
  DerivedTest() {
    std::string pairs = "first\tsecond\tgold\tpart\n", near, far;
    for (int i = 0; i < kPairs; ++i) {
      const std::string n = std::to_string(i);
      pairs += "one " + n + "\ttwo " + n + "\t" + std::to_string(rating_of(i)) +
               (i % 3 == 0 ? "\teasy\n" : "\thard\n");
      near += std::to_string(2 * rating_of(i) + 0.1 * (i % 2)) + "\n";
      far += std::to_string(i % 5) + "\n";
    }
    data_ = write("pairs.tsv", pairs).string();
    near_ = "near=scores:" + write("near.txt", near).string();
    far_ = "far=scores:" + write("far.txt", far).string();
  }

  RunPlan plan(const std::vector<std::string>& scorers, const std::string& out = "a.sonde") const {
    RunPlan plan;
    plan.encoders = {parse_spec("r=random?dimension=6"), parse_spec("s=random?seed=2&dimension=6")};
    for (const auto& scorer : {near_, far_}) plan.scorers.push_back(parse_spec(scorer));
    for (const auto& scorer : scorers) plan.scorers.push_back(parse_spec(scorer));
    plan.datasets = {data_};
    plan.probes = {parse_spec("sts")};
    plan.out = folder_ / out;
    plan.replicates = 50;
    plan.replace = true;
    return plan;
  }

  // The similarities by subject.
  std::map<std::string, std::vector<double>> measured(const RunPlan& plan) {
    run(plan, noted_);
    const auto file = open_run_file(plan.out);
    std::map<std::string, std::vector<double>> values;
    for (std::uint32_t i = 0; i < file->subjects().size(); ++i) {
      const auto rows = file->measurements(0, i);
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        values[file->subjects()[i].name].push_back(rows[row][0]);
      }
    }
    return values;
  }

  std::string refused(const RunPlan& plan, ErrorKind kind) {
    try {
      run(plan, noted_);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      return error.what();
    }
    return "no error";
  }
  std::string refused(const std::string& scorer, ErrorKind kind = ErrorKind::kUsage) {
    return refused(plan({scorer}), kind);
  }

  std::string data_, near_, far_;
  Noted noted_;
};

double agreement_with_ratings(const std::vector<double>& values) {
  std::vector<double> ratings;
  for (int i = 0; i < kPairs; ++i) ratings.push_back(rating_of(i));
  return spearman(values, ratings);
}

TEST_F(DerivedTest, AHybridWithWeightsIsTheirMean) {
  auto values = measured(plan({"mix=hybrid:r+near?weights=1,3"}));
  ASSERT_EQ(values["mix"].size(), values["r"].size());
  for (std::size_t row = 0; row < values["mix"].size(); ++row) {
    EXPECT_NEAR(values["mix"][row], (values["r"][row] + 3 * values["near"][row]) / 4, 1e-12);
  }
}

TEST_F(DerivedTest, AHybridIsFittedToWhatFollowsTheRatings) {
  auto values = measured(plan({"mix=hybrid:r+near+far"}));
  EXPECT_GT(agreement_with_ratings(values["mix"]), 0.95);
  EXPECT_THAT(noted_.notes, HasSubstr("'mix' fitted to all of 'pairs':"));
  const auto file = open_run_file(folder_ / "a.sonde");
  const auto fitted = file->fitted(0, 4);
  ASSERT_EQ(fitted.size(), 5U);  // weights, intercept, penalty
  EXPECT_NEAR(fitted[1], 0.5, 0.02);
  EXPECT_NEAR(fitted[2], 0, 0.01);
}

TEST_F(DerivedTest, HybridsOfHybridsStandInAnyOrder) {
  auto values = measured(plan({"top=hybrid:low+far?weights=1,1", "low=hybrid:r+near?weights=1,1"}));
  for (std::size_t row = 0; row < kPairs; ++row) {
    const double low = (values["r"][row] + values["near"][row]) / 2;
    EXPECT_NEAR(values["top"][row], (low + values["far"][row]) / 2, 1e-12);
  }
}

TEST_F(DerivedTest, AHeadLearnsFromSimilarities) {
  auto values = measured(
      plan({"linear=head:near+far?hidden=none", "deep=head:near+far?hidden=20,10&seed=3"}));
  EXPECT_GT(agreement_with_ratings(values["linear"]), 0.95);
  EXPECT_GT(agreement_with_ratings(values["deep"]), 0.8);
}

// The texts' vectors are random: so are a head's predictions for rows it did not see.
TEST_F(DerivedTest, AHeadPredictsRowsThatItDidNotSee) {
  auto values = measured(plan({"h=head:r?pca=none&hidden=none"}));
  EXPECT_LT(std::abs(agreement_with_ratings(values["h"])), 0.4);
  EXPECT_EQ(std::ranges::count_if(values["h"], [](double x) { return std::isnan(x); }), 0);
}

// Fifteen pairs four times over, once turned round: random ratings of random vectors cannot be
// learned, only be known from the same pair.
TEST_F(DerivedTest, TheSamePairIsNotLearnedFrom) {
  std::string pairs = "first\tsecond\tgold\n";
  std::vector<double> ratings;
  for (int i = 0; i < 60; ++i) {
    const auto pair = std::to_string(i % 15);
    ratings.push_back(unit_interval(random_bits(3, static_cast<std::uint64_t>(i % 15), 0)));
    const auto rating = std::to_string(ratings.back() + 0.001 * (i / 15));
    const auto one = "one " + pair, two = "two " + pair;
    pairs += (i < 45 ? one + "\t" + two : two + "\t" + one) + "\t" + rating + "\n";
  }
  data_ = write("again.tsv", pairs).string();
  auto asked = plan({"h=head:r?pca=none&hidden=none&features=difference,product&folds=5"});
  asked.scorers.erase(asked.scorers.begin(), asked.scorers.begin() + 2);
  const auto values = measured(asked)["h"];
  EXPECT_LT(spearman(values, ratings), 0.5);
}

TEST_F(DerivedTest, WhatLearnsIsAnotherSubjectWithOtherRows) {
  const auto identity = [&](const std::string& limit, std::uint32_t subject) {
    auto asked = plan({"mix=hybrid:r+near", "half=hybrid:r+near?weights=1,1"});
    asked.limit = limit;
    run(asked, noted_);
    return open_run_file(asked.out)->subjects()[subject].identity;
  };
  EXPECT_NE(identity("", 4).what, identity("30", 4).what);
  EXPECT_EQ(identity("", 4).what, identity("60", 4).what);
  EXPECT_EQ(identity("", 5).what, identity("30", 5).what);  // its weights are given
  EXPECT_THAT(identity("", 4).numerics, HasSubstr("learning 1"));
}

TEST_F(DerivedTest, TwoProbesOfTheTrainingSetLearnByTheSplit) {
  auto asked = plan({"mix=hybrid:r+s?trained_on=pairs", "h=head:r?trained_on=pairs&hidden=none"});
  asked.scorers.erase(asked.scorers.begin(), asked.scorers.begin() + 2);
  asked.probes = {parse_spec("sts"), parse_spec("sts?standardize=joint")};
  run(asked, noted_);
  const auto file = open_run_file(asked.out);
  for (const std::uint32_t task : {0U, 1U}) {
    for (const std::uint32_t subject : {2U, 3U}) {
      EXPECT_EQ(file->measurements(task, subject).rows(), 60U);
    }
  }
}

// Each level names the one below twice: all ways through them are 2^40.
TEST_F(DerivedTest, ManyLevelsOfHybridsAreCheckedAtOnce) {
  std::vector<Spec> specs{parse_spec("a0=hybrid:r+r?weights=1,1")};
  for (int i = 1; i <= 40; ++i) {
    const auto below = "a" + std::to_string(i - 1);
    specs.push_back(
        parse_spec("a" + std::to_string(i) + "=hybrid:" + below + "+" + below + "?weights=1,1"));
  }
  specs.push_back(parse_spec("top=hybrid:a40+r"));
  const std::vector<std::string> names{"r"};
  EXPECT_EQ(make_derived(specs, names).size(), 42U);
}

TEST_F(DerivedTest, OnlyTestRowsHaveAValue) {
  auto values = measured(plan({"random=head:near+far?split=random&share=0.3&hidden=none",
                               "labels=head:near+far?train=part=easy&test=part=hard&hidden=none"}));
  const auto undefined = [](double x) { return std::isnan(x); };
  EXPECT_EQ(std::ranges::count_if(values["random"], undefined), 42);
  for (int i = 0; i < kPairs; ++i) {
    EXPECT_EQ(std::isnan(values["labels"][static_cast<std::size_t>(i)]), i % 3 == 0);
  }
}

TEST_F(DerivedTest, AsPublishedTrainedRowsArePredictedToo) {
  auto values = measured(plan({"h=head:near+far?split=random&hidden=none&published=true"}));
  EXPECT_EQ(std::ranges::count_if(values["h"], [](double x) { return std::isnan(x); }), 0);
}

TEST_F(DerivedTest, AnotherDataSetTrains) {
  std::string few = "first\tsecond\tgold\n";
  for (int i = 0; i < 9; ++i)
    few += "b " + std::to_string(i) + "\tc\t" + (i < 4 ? "nan" : "1") + "\n";
  auto asked = plan({"mix=hybrid:r+s?trained_on=pairs", "h=head:r?trained_on=pairs&hidden=none"});
  asked.scorers.erase(asked.scorers.begin(), asked.scorers.begin() + 2);
  asked.datasets.push_back(write("few.tsv", few).string());
  run(asked, noted_);
  const auto file = open_run_file(asked.out);
  for (const std::uint32_t subject : {2U, 3U}) {
    EXPECT_EQ(file->measurements(0, subject).rows(), 60U);
    const auto rows = file->measurements(1, subject);
    ASSERT_EQ(rows.rows(), 9U);
    for (std::size_t row = 0; row < 9; ++row) EXPECT_FALSE(std::isnan(rows[row][0]));
  }
}

TEST_F(DerivedTest, PairsThatTheTrainingSetHasTooAreTold) {
  auto asked = plan({"mix=hybrid:r+s?trained_on=pairs", "h=head:r?trained_on=pairs&hidden=none"});
  asked.scorers.erase(asked.scorers.begin(), asked.scorers.begin() + 2);
  const auto few = "first\tsecond\tgold\none 1\ttwo 1\t1\ntwo 2\tone 2\t2\nc\td\t3\n";
  asked.datasets.push_back(write("few.tsv", few).string());
  run(asked, noted_);
  const std::string told = "learned from the texts of 2 rows of 'few', which 'pairs' has too";
  EXPECT_THAT(noted_.notes, HasSubstr("'mix' " + told));
  EXPECT_THAT(noted_.notes, HasSubstr("'h' " + told));
}

TEST_F(DerivedTest, ADataSetWithoutRatingsTeachesNothing) {
  auto asked = plan({"mix=hybrid:r+s"});
  asked.scorers.erase(asked.scorers.begin(), asked.scorers.begin() + 2);
  asked.datasets.push_back(write("no.tsv", "first\tsecond\tgold\na\tb\tnan\nc\td\tnan\n").string());
  run(asked, noted_);
  EXPECT_EQ(open_run_file(asked.out)->measurements(1, 2).rows(), 0U);
  EXPECT_THAT(noted_.notes, HasSubstr("'mix' has no gold values of 'no' to learn from"));
}

std::string file_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(DerivedTest, ThreadsChangeNoByte) {
  const std::vector<std::string> scorers{"mix=hybrid:r+near", "h=head:r?pca=2&hidden=4,3",
                                         "top=hybrid:h+near?weights=1,1"};
  std::vector<std::string> files;
  for (const std::size_t threads : {1U, 2U, 4U}) {
    auto asked = plan(scorers, std::to_string(threads) + ".sonde");
    asked.threads = threads;
    run(asked, noted_);
    files.push_back(file_bytes(asked.out));
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_EQ(files[0], files[2]);
}

TEST_F(DerivedTest, OtherSubjectsChangeNoValue) {
  const auto alone = measured(plan({"h=head:r?pca=2&hidden=4"}))["h"];
  EXPECT_EQ(measured(plan(
                {"a=head:s?pca=2", "m=hybrid:a+r?weights=1,2", "h=head:r?pca=2&hidden=4"}))["h"],
            alone);
}

TEST_F(DerivedTest, ALimitTakesRowsOutOfTheLearning) {
  auto asked = plan({"mix=hybrid:r+near?weights=0,1", "h=head:near+far?hidden=none"});
  asked.limit = "20";
  auto values = measured(asked);
  ASSERT_EQ(values["mix"].size(), 20U);
  EXPECT_EQ(values["mix"], values["near"]);
  EXPECT_FALSE(std::isnan(values["h"][19]));
}

TEST_F(DerivedTest, TellsABadHybrid) {
  EXPECT_THAT(refused("mix=hybrid:r+nea?weights=1,1"),
              HasSubstr("unknown subject 'nea'; did you mean 'near'?"));
  EXPECT_THAT(refused("mix=hybrid:r+near?weights=1"), HasSubstr("has 1 weight for 2 subjects"));
  EXPECT_THAT(refused("mix=hybrid:r+near?weights=1,-1"), HasSubstr("sum to zero"));
  EXPECT_THAT(refused("mix=hybrid:r+near?weights=0,0"), HasSubstr("sum to zero"));
  EXPECT_THAT(refused("mix=hybrid:r+near?weights=1,x"), HasSubstr("'x' of"));
  EXPECT_THAT(refused("mix=hybrid:r+near?weights=1,inf"), HasSubstr("'inf' of"));
  EXPECT_THAT(refused("mix=hybrid:r++near"), HasSubstr("does not name its subjects"));
  EXPECT_THAT(refused("mix=hybrid"), HasSubstr("does not name its subjects"));
  EXPECT_THAT(refused("mix=hybrid:mix+r?weights=1,1"), HasSubstr("'mix' is made from itself"));
  EXPECT_THAT(refused("mix=hybrid:r+s?trained_on=elsewhere"),
              HasSubstr("unknown data set of this run 'elsewhere'"));
  EXPECT_THAT(refused("mix=hybird:r+s"), HasSubstr("did you mean 'hybrid'?"));
}

TEST_F(DerivedTest, TellsWhichViewsThereAre) {
  auto asked = plan({"mix=hybrid:m+near?weights=1,1"});
  asked.encoders.push_back(
      parse_spec("m=hf:" SONDE_SOURCE_DIR "/tests/golden/plain-bert?layer=0,2"));
  EXPECT_THAT(refused(asked, ErrorKind::kUsage),
              HasSubstr("'m' has several views; name one of them, such as m@layer=0"));
}

TEST_F(DerivedTest, TellsCyclesAndTheLearnedThatWouldLearn) {
  EXPECT_THAT(refused(plan({"a=hybrid:b+r?weights=1,1", "b=hybrid:c+r?weights=1,1",
                            "c=hybrid:a+r?weights=1,1"}),
                      ErrorKind::kUsage),
              HasSubstr("'a' is made from itself, through 'c'"));
  EXPECT_THAT(refused(plan({"h=head:r", "mix=hybrid:h+near"}), ErrorKind::kUsage),
              HasSubstr("'mix' would learn from 'h', which learned from the same rows"));
  EXPECT_THAT(refused(plan({"h=head:r", "low=hybrid:h+near?weights=1,1", "mix=hybrid:low+near"}),
                      ErrorKind::kUsage),
              HasSubstr("'mix' would learn from 'low'"));
}

TEST_F(DerivedTest, TellsABadHead) {
  EXPECT_THAT(refused("h=head:near"), HasSubstr("'near' has no vectors that 'h' could learn from"));
  EXPECT_THAT(refused("h=head:r+s?features=pair"), HasSubstr("features=similarity"));
  EXPECT_THAT(refused("h=head:r?features=sum"), HasSubstr("'sum' are not features"));
  EXPECT_THAT(refused("h=head:r?hidden=10,x"), HasSubstr("hidden=10,x"));
  EXPECT_THAT(refused("h=head:r?hidden=1,1,1,1,1"), HasSubstr("1 to 4 layers"));
  EXPECT_THAT(refused("h=head:r?hidden=5000"), HasSubstr("hidden=5000"));
  EXPECT_THAT(refused("h=head:r?pca=0"), HasSubstr("pca=0"));
  EXPECT_THAT(refused("h=head:r?split=odd"), HasSubstr("'odd'"));
  EXPECT_THAT(refused("h=head:r?split=random&share=1"), HasSubstr("share=1"));
  EXPECT_THAT(refused("h=head:r?train=part=easy"), HasSubstr("needs test=LABEL=VALUE"));
  EXPECT_THAT(refused("h=head:r?published=true"), HasSubstr("split=random or split=labels"));
  EXPECT_THAT(refused("h=head:r?train=part=easy&test=part=hrad"),
              HasSubstr("no row has the label part=hrad; did you mean 'part=hard'?"));
  EXPECT_THAT(refused("h=head:r?train=part=easy&test=part=easy"), HasSubstr("rows are both"));
  EXPECT_THAT(refused("h=head:h"), HasSubstr("'h' is made from itself"));
}

// The other data sets are still measured.
TEST_F(DerivedTest, TellsATrainingSetThatTeachesNothing) {
  const auto told = [&](const std::string& rows, const std::string& scorer) {
    auto asked = plan({});
    asked.datasets.push_back(write("few.tsv", "first\tsecond\tgold\n" + rows).string());
    asked.scorers = {parse_spec(scorer)};
    noted_.notes.clear();
    run(asked, noted_);
    return noted_.notes;
  };
  EXPECT_THAT(
      told("a\tb\t1\nc\td\t1\ne\tf\t1\ng\th\t1\n", "mix=hybrid:r+s?folds=2"),
      AllOf(HasSubstr("'mix' on 'few': all gold values of the training set are the same"),
            HasSubstr("Nothing is measured there"), HasSubstr("'mix' fitted to all of 'pairs'")));
  EXPECT_THAT(told("a\tb\t1\nc\td\tnan\n", "mix=hybrid:r+s?folds=2"),
              HasSubstr("'mix' on 'few': the training set has "));
  EXPECT_THAT(told("a\tb\t1\nc\td\t2\n", "mix=hybrid:r+s?folds=2"),
              HasSubstr("the training set has "));
  EXPECT_THAT(told("a\tb\t1\nc\td\t2\n", "mix=hybrid:r+s"),
              HasSubstr("'mix' on 'few': 2 items cannot be parted into 10 folds"));
}

TEST_F(DerivedTest, FewRowsHaveFewComponents) {
  auto asked = plan({"h=head:r?folds=2&hidden=none"});
  asked.limit = "6";
  auto values = measured(asked);
  EXPECT_EQ(std::ranges::count_if(values["h"], [](double x) { return std::isnan(x); }), 0);
}

TEST_F(DerivedTest, ADataSetThatIsStreamedIsRefused) {
  auto asked = plan({"mix=hybrid:r+s?weights=1,1"});
  asked.stream_above = 10;
  EXPECT_THAT(refused(asked, ErrorKind::kUsage), HasSubstr("block by block, as it is large"));
}

}  // namespace derived_test
}  // namespace sonde
