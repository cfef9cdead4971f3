#include "store/runs/block_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/random.h"
#include "store/database/sqlite.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde {
namespace block_file_test {

using samples::Folder;

BlockPlace place(std::uint64_t block) { return {1, 2, block, digest_of("items", block)}; }

MeasuredBlock some_block(std::uint64_t number) {
  MeasuredBlock block{number + 7, {}};
  for (std::uint64_t view = 0; view < 2; ++view) {
    MeasuredView made;
    for (std::uint64_t i = 0; i < 5; ++i) {
      made.values.push_back(unit_interval(random_bits(number, view, i)));
    }
    made.values.push_back(NAN);
    made.remarks.push_back({0, 0, "item \"" + std::to_string(number), 3, {300, 256, 1, true}});
    block.views.push_back(made);
  }
  return block;
}

void expect_kept(BlockFile& blocks, std::uint64_t number) {
  const auto found = blocks.find(place(number), 2);
  ASSERT_TRUE(found.has_value());
  const MeasuredBlock told = some_block(number);
  EXPECT_EQ(found->texts, told.texts);
  for (std::size_t view = 0; view < 2; ++view) {
    const auto& values = found->views[view].values;
    ASSERT_EQ(values.size(), 6U);
    EXPECT_TRUE(std::equal(values.begin(), values.end() - 1, told.views[view].values.begin()));
    EXPECT_TRUE(std::isnan(values.back()));
    ASSERT_EQ(found->views[view].remarks.size(), 1U);
    EXPECT_EQ(found->views[view].remarks[0].item, told.views[view].remarks[0].item);
    EXPECT_TRUE(found->views[view].remarks[0].remark.undefined);
  }
}

TEST(BlockFile, AreThereAgain) {
  const Folder folder;
  {
    BlockFile blocks(folder / "m", "plan");
    for (std::uint64_t i = 0; i < 3; ++i) blocks.keep(place(i), some_block(i));
    expect_kept(blocks, 1);
  }
  BlockFile blocks(folder / "m", "plan");
  for (std::uint64_t i = 0; i < 3; ++i) expect_kept(blocks, i);
  EXPECT_FALSE(blocks.find(place(3), 2).has_value());
  EXPECT_FALSE(blocks.find(place(1), 3).has_value());  // a view that was never stored
}

TEST(BlockFile, AreOfThePlanAndOfTheirItems) {
  const Folder folder;
  {
    BlockFile blocks(folder / "m", "plan");
    blocks.keep(place(0), some_block(0));
    BlockPlace other = place(0);
    other.items = digest_of("other items");
    EXPECT_FALSE(blocks.find(other, 2).has_value());
  }
  BlockFile blocks(folder / "m", "another plan");
  EXPECT_FALSE(blocks.find(place(0), 2).has_value());
}

TEST(BlockFile, LeaveAFileThatIsNoneOfTheirs) {
  const Folder folder;
  {
    Database(folder / "m", Access::kShared).run("CREATE TABLE mine(x)");
  }
  for (const std::string& content :
       {std::string("a text, and no database at all"), samples::read_file(folder / "m")}) {
    samples::write_file(folder / "m", content);
    EXPECT_THROW(BlockFile(folder / "m", "plan"), Error);
    remove_block_file(folder / "m");
    EXPECT_EQ(samples::read_file(folder / "m"), content);
  }
}

TEST(BlockFile, AreRemovedAlsoWhereOnlyTheLogHasThem) {
  const Folder folder;
  {
    BlockFile(folder / "m", "plan").keep(place(0), some_block(0));
  }
  EXPECT_FALSE(samples::read_file(folder / "m").empty());
  remove_block_file(folder / "m");
  EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
  BlockFile blocks(folder / "n", "plan");
  for (const char* suffix : {"", "-wal"}) {  // left by a kill
    samples::write_file(folder / (std::string("m") + suffix),
                        samples::read_file(folder / (std::string("n") + suffix)));
  }
  remove_block_file(folder / "m");
  EXPECT_FALSE(std::filesystem::exists(folder / "m"));
  EXPECT_FALSE(std::filesystem::exists(folder / "m-wal"));
}

TEST(BlockFile, AreMadeAnewWhereTheFileIsCutShort) {
  const Folder folder;
  for (const char* content : {"", "SQLite"}) {
    samples::write_file(folder / "m", content);
    BlockFile blocks(folder / "m", "plan");
    blocks.keep(place(0), some_block(0));
    expect_kept(blocks, 0);
  }
}

TEST(BlockFile, ServeNothingDamaged) {
  const Folder folder;
  {
    BlockFile blocks(folder / "m", "plan");
    for (std::uint64_t i = 0; i < 20; ++i) blocks.keep(place(i), some_block(i));
  }
  std::ifstream in(folder / "m", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  ASSERT_GT(bytes.size(), 8192U);
  int lost = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    std::string flipped = bytes;
    flipped[random_bits(1, 2, i) % bytes.size()] ^= static_cast<char>(1 + i % 255);
    for (const char* suffix : {"-wal", "-shm"}) {
      std::filesystem::remove(folder / (std::string("m") + suffix));
    }
    samples::write_file(folder / "m", flipped);
    BlockFile blocks(folder / "m", "plan");
    for (std::uint64_t b = 0; b < 20; ++b) {
      if (blocks.find(place(b), 2)) {
        expect_kept(blocks, b);
      } else {
        ++lost;
      }
    }
    blocks.keep(place(30), some_block(30));
    if (blocks.find(place(30), 2)) expect_kept(blocks, 30);  // an index may be damaged
  }
  EXPECT_GT(lost, 20);
}

}  // namespace block_file_test
}  // namespace sonde
