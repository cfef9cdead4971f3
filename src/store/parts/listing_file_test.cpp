#include "store/parts/listing_file.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "sonde/error.h"
#include "store/parts/testing/listing_samples.h"

namespace sonde {
namespace listing_file_test {

using samples::Folder;

TEST(ListingFile, GivesWhatWasWritten) {
  const Folder folder;
  samples::write_listing(folder / "l", samples::listing_head());
  const ListingFile file(folder / "l");
  EXPECT_EQ(file.head().limit, "90%");
  EXPECT_EQ(file.head().data[0].lines.at("blank line"), (std::vector<std::uint64_t>{2, 5}));
  EXPECT_FALSE(file.head().data[1].in_stretches);
  const auto stretches = file.stretches(0);
  ASSERT_EQ(stretches.size(), 3U);
  EXPECT_EQ(stretches[1].begin, (RecordPlace{100, 4, 4}));
  EXPECT_EQ(stretches[1].end, 200U);
  EXPECT_EQ(stretches[2].end, 300U);
  EXPECT_EQ(stretches[2].items, 6U);
  EXPECT_EQ(stretches[2].digest, digest_of("stretch", std::uint64_t{2}));
  const auto block = file.block(0, 0);
  ASSERT_EQ(block.repeated.size(), 2U);
  EXPECT_EQ(block.repeated[1].record, 7U);
  EXPECT_EQ(block.repeated[1].before, 2U);
}

// Any flipped byte is noticed, except in unread places.
TEST(ListingFile, ServesNothingDamaged) {
  const Folder folder;
  samples::write_listing(folder / "l", samples::listing_head());
  const std::string bytes = samples::read_file(folder / "l");
  const auto sound = samples::read_listing(folder / "l");
  int refused = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    std::string flipped = bytes;
    flipped[random_bits(1, 2, i) % bytes.size()] ^= static_cast<char>(1 + i % 255);
    samples::write_file(folder / "q", flipped);
    try {
      EXPECT_EQ(samples::read_listing(folder / "q"), sound);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      ++refused;
    }
  }
  EXPECT_GT(refused, 20);
  samples::write_file(folder / "q", bytes.substr(0, bytes.size() / 2));
  EXPECT_THROW(samples::read_listing(folder / "q"), Error);
}

class LyingListing : public testing::Test {
 protected:
  void refuse(const std::function<void(ListedData&, StretchBlock&)>& change) {
    ListingHead head = samples::listing_head();
    StretchBlock block = samples::stretch_block();
    change(head.data[0], block);
    samples::write_listing(folder_ / "l", head, block);
    EXPECT_THROW(samples::read_listing(folder_ / "l"), Error);
    std::filesystem::remove(folder_ / "l");
  }

  Folder folder_;
};

TEST_F(LyingListing, CountsThatLieAreRefused) {
  refuse([](ListedData& data, StretchBlock&) { data.items = 0; });
  refuse([](ListedData& data, StretchBlock&) { data.items = 10; });
  refuse([](ListedData& data, StretchBlock&) { data.rows = 55; });
  refuse([](ListedData& data, StretchBlock&) { data.texts = UINT64_MAX; });
  refuse([](ListedData& data, StretchBlock&) { data.whole_items = 301; });
  refuse([](ListedData& data, StretchBlock&) { data.stretches = 2; });
  refuse([](ListedData& data, StretchBlock&) { data.stretches = 300; });
  refuse([](ListedData& data, StretchBlock&) { data.stretches = 0; });
}

TEST_F(LyingListing, StretchesThatLieAreRefused) {
  refuse([](ListedData&, StretchBlock& block) { block.stretches[1].begin.bytes = 0; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[1].begin.bytes = UINT64_MAX; });
  refuse([](ListedData& data, StretchBlock&) { data.size = UINT64_MAX; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[1].begin.records = 9; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[1].begin.lines = 9; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[1].items = 7; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[1].rows = 40; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[2].items = 9; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches[0].items = 1; });
  refuse([](ListedData&, StretchBlock& block) { block.stretches.clear(); });
}

TEST(ListingFile, IsThereWholeOrNot) {
  const Folder folder;
  {
    ListingWriter writer(folder / "l");
    writer.add(0, 0, samples::stretch_block());
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace listing_file_test
}  // namespace sonde
