#include "run/tasks/merge.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "run/run_folder_test.h"
#include "run/vectors/recorded.h"
#include "sonde/error.h"
#include "sonde/run_file.h"
#include "sonde/scorer.h"
#include "store/parts/share_file.h"

namespace sonde {
namespace merge_test {

namespace fs = std::filesystem;

class Unheard : public Observer {
 public:
  void begin(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  void note(std::string_view) override {}
  bool stop() override { return false; }
};

class MergeTest : public RunTest {
 protected:
  RunPlan plan(const std::string& out) const {
    RunPlan plan;
    plan.encoders = {parse_spec("random?dimension=16")};
    plan.probes = {parse_spec("sts")};
    plan.datasets = {(folder_ / "pairs.tsv").string()};
    plan.out = folder_ / out;
    plan.replicates = 50;
    return plan;
  }

  void make_parts() {
    write("pairs.tsv", numbered_pairs(30));
    for (std::uint64_t number = 1; number <= 2; ++number) {
      RunPlan part = plan(std::to_string(number) + ".part");
      part.share = {number, 2};
      run(part, unheard_);
    }
  }

  // Writes the part once more, with another head.
  void rewrite(const std::string& name, const std::function<void(ShareHead&)>& change) const {
    const fs::path file = folder_ / name;
    const ShareFile part(file);
    ShareHead head = part.head();
    change(head);
    ShareWriter writer(folder_ / "new");
    part.vectors([&](const ShareVectors& of, std::span<const Digest> keys,
                     Matrix<const float> vectors, std::span<const Remark> remarks) {
      Identity view;
      view.what = of.what;
      view.numerics = head.encoders[0].views[0].numerics;
      writer.add_vectors(view, keys, vectors, remarks);
    });
    writer.finish(head);
    fs::rename(folder_ / "new", file);
  }

  MergePlan merging(const std::string& out) const {
    MergePlan merging;
    merging.parts = {folder_ / "2.part", folder_ / "1.part"};
    merging.out = folder_ / out;
    return merging;
  }

  std::string bytes_of(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // The error of a merge that fails.
  std::string refusal(const MergePlan& merging) {
    try {
      merge(merging, unheard_);
    } catch (const Error& error) {
      return error.what();
    }
    return "merged";
  }

  Unheard unheard_;
};

TEST_F(MergeTest, GivesTheBytesOfOneMachine) {
  make_parts();
  run(plan("whole.sonde"), unheard_);
  merge(merging("merged.sonde"), unheard_);
  EXPECT_EQ(bytes_of("merged.sonde"), bytes_of("whole.sonde"));
  EXPECT_FALSE(bytes_of("whole.sonde").empty());
}

TEST_F(MergeTest, OtherProcessorsAreRefusedOrNamed) {
  make_parts();
  rewrite("2.part", [](ShareHead& head) {
    head.encoders[0].views[0].numerics = "f64 of another class";
    head.facts.plan = digest_of("its numerics are others").hex();
  });
  MergePlan mixed = merging("merged.sonde");
  EXPECT_THAT(refusal(mixed), testing::HasSubstr("was computed differently in"));
  EXPECT_THAT(refusal(mixed), testing::HasSubstr("f64 of another class"));
  mixed.mixed_processors = true;
  merge(mixed, unheard_);
  const auto file = open_run_file(mixed.out);
  EXPECT_EQ(file->subjects()[0].identity.numerics, "f64 | f64 of another class");
  EXPECT_EQ(file->measurements(0, 0).rows(), 30U);
}

TEST_F(MergeTest, WhatTheMergeComputesItselfIsOfTheSameClass) {
  make_parts();
  for (const char* name : {"1.part", "2.part"}) {
    rewrite(name, [](ShareHead& head) { head.facts.plan = digest_of("another class").hex(); });
  }
  EXPECT_THAT(refusal(merging("merged.sonde")),
              testing::HasSubstr("on a processor of their class"));
}

TEST_F(MergeTest, PartsOfAnotherVersionAreRefused) {
  make_parts();
  rewrite("2.part", [](ShareHead& head) { head.facts.version = "0.0.1"; });
  EXPECT_THAT(refusal(merging("merged.sonde")), testing::HasSubstr("was made by sonde 0.0.1"));
}

// Simulates a part that lost its vectors and records none.
TEST_F(MergeTest, VectorsThatLackAreTold) {
  make_parts();
  const ShareHead head = ShareFile(folder_ / "2.part").head();
  ShareWriter(folder_ / "2.part").finish(head);
  EXPECT_THAT(refusal(merging("merged.sonde")),
              testing::HasSubstr("the parts lack vectors of 'random?dimension=16'"));
  EXPECT_FALSE(fs::exists(folder_ / "merged.sonde"));
}

TEST_F(MergeTest, APartWhoseScorerKnowsFewerDataSetsIsAnError) {
  make_parts();
  for (const char* name : {"1.part", "2.part"}) {
    rewrite(name, [](ShareHead& head) {
      head.plan.scorers = {{"a", "scores:a", ""}};
      head.scorers = {{"scores:a", {}, "", 0, false, {1}}};
    });
  }
  rewrite("2.part", [](ShareHead& head) { head.scorers[0].blocks.clear(); });
  EXPECT_THAT(refusal(merging("merged.sonde")),
              testing::HasSubstr("2.part: the part is damaged: a scorer is missing"));
}

// Marks each text as cut, like a scorer whose model reads no more.
class CuttingScorer final : public Scorer {
 public:
  CuttingScorer() {
    identity_.what = digest_of("cutting");
    identity_.doubt = "it may cut more the next time";
  }
  const Identity& identity() const override { return identity_; }
  void score(std::span<const Item> items, std::span<double> out) override {
    std::ranges::fill(out, 0.5);
    remarks_.clear();
    for (const auto& item : items) remarks_.resize(remarks_.size() + item.texts.size(), {9, 5});
  }
  std::span<const Remark> remarks() const override { return remarks_; }

 private:
  Identity identity_;
  std::vector<Remark> remarks_;
};

std::unique_ptr<Scorer> make_cutting(const Spec&, const ScorerContext&) {
  return std::make_unique<CuttingScorer>();
}

std::size_t remarks_in(const fs::path& file) {
  std::size_t count = 0;
  open_run_file(file)->remarks([&](const TextRemark&) { ++count; });
  return count;
}

TEST_F(MergeTest, RemarksOfScorersAreOfAllPartsAlsoWhereSomeHaveNoItem) {
  add_scorer_kind({"cutting", "cutting", "cuts all texts", make_cutting});
  write("pairs.tsv", numbered_pairs(3));
  RunPlan whole = plan("whole.sonde");
  whole.scorers = {parse_spec("cutting")};
  run(whole, unheard_);
  MergePlan merging;
  for (std::uint64_t number = 1; number <= 5; ++number) {
    RunPlan part = whole;
    part.out = folder_ / (std::to_string(number) + ".part");
    part.share = {number, 5};
    run(part, unheard_);
    merging.parts.push_back(part.out);
  }
  // The first has none, so it is the others that know.
  ASSERT_FALSE(ShareFile(merging.parts[0]).head().scorers[0].remarks);
  merging.out = folder_ / "merged.sonde";
  merge(merging, unheard_);
  EXPECT_EQ(remarks_in(whole.out), 6U);
  EXPECT_EQ(remarks_in(merging.out), 6U);
  EXPECT_TRUE(bytes_of("merged.sonde") == bytes_of("whole.sonde"));
}

TEST_F(MergeTest, TheDoubtOfAScorerIsThatOfTheParts) {
  add_scorer_kind({"doubtful", "doubtful", "may be another", make_cutting});
  write("pairs.tsv", numbered_pairs(3));
  RunPlan part = plan("1.part");
  part.scorers = {parse_spec("doubtful")};
  part.share = {1, 1};
  run(part, unheard_);
  const ShareScorer facts = ShareFile(part.out).head().scorers[0];
  EXPECT_EQ(RecordedScores(facts, 3).finish()->identity().doubt, "it may cut more the next time");
  EXPECT_THAT(doubts_of_part(part.out),
              testing::ElementsAre("'doubtful': it may cut more the next time"));
}

TEST_F(MergeTest, APartKnowsItsRun) {
  make_parts();
  const fs::path part = folder_ / "2.part", out = folder_ / "merged.sonde";
  EXPECT_THAT(doubts_of_part(part), testing::IsEmpty());
  EXPECT_FALSE(is_merged(part, out, false));
  merge(merging("merged.sonde"), unheard_);
  EXPECT_TRUE(is_merged(part, out, false));
  EXPECT_TRUE(is_merged(part, out, true));
  RunPlan other = plan("other.sonde");
  other.seed = 7;
  run(other, unheard_);
  EXPECT_FALSE(is_merged(part, other.out, true));
  EXPECT_THROW(is_merged(part, other.out, false), Error);
  EXPECT_THROW(is_merged(out, out, false), Error);  // no part
}

}  // namespace merge_test
}  // namespace sonde
