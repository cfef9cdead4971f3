#include "store/parts/share_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "sonde/error.h"
#include "store/parts/testing/share_samples.h"
#include "store/runs/testing/hostile_run.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde {
namespace share_file_test {

using samples::Folder;

TEST(ShareFile, GivesWhatWasWritten) {
  const Folder folder;
  samples::write_share(folder / "p", samples::share_head());
  const ShareFile file(folder / "p");
  EXPECT_EQ(file.head().number, 3U);
  EXPECT_EQ(file.head().of, 16U);
  EXPECT_EQ(file.head().encoders[0].views[0].what, samples::identity("a").what);
  EXPECT_EQ(file.head().plan.encoders, (std::vector<SharePlan::Words>{{"a", "random", ""}}));
  std::size_t blocks = 0;
  file.vectors([&](const ShareVectors& of, std::span<const Digest> keys,
                   Matrix<const float> vectors, std::span<const Remark> remarks) {
    EXPECT_EQ(of.what, samples::identity("a").what);
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[1], digest_of("text", std::uint64_t{1}));
    EXPECT_EQ(vectors(1, 2), 0.5F);
    EXPECT_TRUE(std::isnan(vectors(0, 0)));
    EXPECT_EQ(remarks[1].tokens, 300U);
    EXPECT_TRUE(remarks[0].undefined);
    ++blocks;
  });
  EXPECT_EQ(blocks, 2U);
  const auto block = file.find({0, 0, 7, digest_of("items")}, 1);
  ASSERT_TRUE(block.has_value());
  EXPECT_EQ(block->views[0].values, (std::vector<double>{1, 2}));
  EXPECT_FALSE(file.find({0, 0, 7, digest_of("others")}, 1).has_value());
  EXPECT_FALSE(file.find({0, 0, 8, digest_of("items")}, 1).has_value());
  std::vector<double> rows;
  file.scores(0, 0, [&](const ScoredBlock& scored) {
    rows.insert(rows.end(), scored.rows.begin(), scored.rows.end());
  });
  EXPECT_EQ(rows, (std::vector<double>{4, 5}));
}

TEST(ShareFile, ScoresOfNobodyAreAnError) {
  const Folder folder;
  samples::write_share(folder / "p", samples::share_head());
  const ShareFile file(folder / "p");
  EXPECT_THROW(file.scores(0, 1, [](const ScoredBlock&) {}), Error);
  EXPECT_THROW(file.scores(1, 0, [](const ScoredBlock&) {}), Error);
}

TEST(ShareFile, VectorsOfAViewHaveOneLength) {
  const Folder folder;
  ShareWriter writer(folder / "p");
  const std::vector<Digest> keys(1);
  const std::vector<Remark> remarks(1);
  const MatrixOf<float> three(1, 3), four(1, 4);
  writer.add_vectors(samples::identity("a"), keys, three.view(), remarks);
  EXPECT_THROW(writer.add_vectors(samples::identity("a"), keys, four.view(), remarks), Error);
  EXPECT_NO_THROW(writer.add_vectors(samples::identity("b"), keys, four.view(), remarks));
}

TEST(ShareFile, IsThereWholeOrNot) {
  const Folder folder;
  {
    ShareWriter writer(folder / "p");
    writer.add_block({0, 0, 7, digest_of("items")}, {});
    EXPECT_THROW(ShareWriter(folder / "p"), Error);  // its place is claimed
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// Any flipped byte is noticed, except in unread places. A block whose key is lost isn't there.
TEST(ShareFile, ServesNothingDamaged) {
  const Folder folder;
  samples::write_share(folder / "p", samples::share_head());
  const std::string bytes = samples::read_file(folder / "p");
  const auto sound = samples::read_share(folder / "p");
  int refused = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    std::string flipped = bytes;
    flipped[random_bits(1, 2, i) % bytes.size()] ^= static_cast<char>(1 + i % 255);
    samples::write_file(folder / "q", flipped);
    try {
      const auto read = samples::read_share(folder / "q");
      EXPECT_TRUE(read == sound || read.find(" no block") != read.npos) << read;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      ++refused;
    }
  }
  EXPECT_GT(refused, 40);
}

TEST(ShareFile, HeadsThatLieAreRefused) {
  const Folder folder;
  const auto refuse = [&](const auto& change) {
    ShareHead head = samples::share_head();
    change(head);
    samples::write_share(folder / "p", head);
    EXPECT_THROW(ShareFile(folder / "p"), Error);
    std::filesystem::remove(folder / "p");
  };
  refuse([](ShareHead& head) { head.number = 0; });
  refuse([](ShareHead& head) { head.number = 17; });
  refuse([](ShareHead& head) { head.of = kMostShares + 1; });
  refuse([](ShareHead& head) { head.encoders[0].views.clear(); });
  refuse([](ShareHead& head) { head.encoders[0].dimension = UINT64_MAX; });
  refuse([](ShareHead& head) { head.scorers[0].features = UINT64_MAX; });
}

}  // namespace share_file_test
}  // namespace sonde
