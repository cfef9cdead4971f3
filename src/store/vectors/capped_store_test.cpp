#include <gtest/gtest.h>

#include "sonde/error.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde {
namespace capped_store_test {

using samples::batch;
using samples::Folder;
using samples::identity;
using samples::keep;
using samples::right;
using samples::serve;

constexpr std::uint64_t kRoom = 64 << 20;

TEST(CappedStore, IsAPlainStoreWhileThereIsRoom) {
  const Folder folder;
  const auto written = batch(9, 4);
  {
    const auto store = open_capped_store(folder / "store", kRoom, folder / "beyond");
    keep(*store, identity("m"), written);
    EXPECT_EQ(serve(*store, identity("m"), written).count(), 9U);
    EXPECT_FALSE(store->full());
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "beyond"));
  EXPECT_EQ(stored_views(folder / "store").at(0).vectors, 9U);
}

TEST(CappedStore, ServesWhatItHasAndKeepsTheRestBeyond) {
  const Folder folder;
  const auto first = batch(9, 4, 1, 0);
  const auto second = batch(9, 4, 1, 9);
  keep(*open_vector_store(folder / "store"), identity("m"), first);
  const auto size = std::filesystem::file_size(folder / "store");
  {
    const auto store = open_capped_store(folder / "store", size, folder / "beyond");
    EXPECT_EQ(serve(*store, identity("m"), first).count(), 9U);
    EXPECT_FALSE(store->full());
    EXPECT_FALSE(std::filesystem::exists(folder / "beyond"));
    keep(*store, identity("m"), second);
    EXPECT_TRUE(store->full());
    const auto both = batch(18, 4, 1, 0);
    const auto served = serve(*store, identity("m"), both);
    EXPECT_EQ(served.count(), 18U);
    EXPECT_TRUE(right(served, both));
    EXPECT_EQ(serve(*store, identity("n"), both).count(), 0U);
    const auto more = batch(19, 4, 1, 0);
    std::vector<std::uint8_t> found(19, 2);
    store->look_up(identity("m"), more.texts, found);
    EXPECT_EQ(found, std::vector<std::uint8_t>(serve(*store, identity("m"), more).found));
    EXPECT_EQ(found.back(), 0);
  }
  EXPECT_EQ(stored_views(folder / "store").at(0).vectors, 9U);
  EXPECT_EQ(stored_views(folder / "beyond").at(0).vectors, 9U);
}

TEST(CappedStore, GoesOnFromWhatWasLeftBeyond) {
  const Folder folder;
  const auto written = batch(5, 3);
  keep(*open_capped_store(folder / "store", 0, folder / "beyond"), identity("m"), written);
  const auto store = open_capped_store(folder / "store", 0, folder / "beyond");
  EXPECT_EQ(serve(*store, identity("m"), written).count(), 5U);
}

TEST(CappedStore, LooksAtNothingBeyondWhileThereIsRoom) {
  const Folder folder;
  samples::write_file(folder / "beyond", "somebody's text");
  keep(*open_capped_store(folder / "store", kRoom, folder / "beyond"), identity("m"), batch(5, 3));
  EXPECT_EQ(samples::read_file(folder / "beyond"), "somebody's text");
  EXPECT_THROW(open_capped_store(folder / "store", 0, folder / "beyond"), Error);
  EXPECT_EQ(samples::read_file(folder / "beyond"), "somebody's text");
}

TEST(CappedStore, TakesWhatFitsBeforeItIsFull) {
  const Folder folder;
  const std::uint64_t cap = 512 << 10;
  {
    const auto store = open_capped_store(folder / "store", cap, folder / "beyond");
    for (std::size_t i = 0; i < 60; ++i) keep(*store, identity("m"), batch(512, 384, 1, 512 * i));
    EXPECT_TRUE(store->full());
    const auto all = batch(60 * 512, 384);
    const auto served = serve(*store, identity("m"), all);
    EXPECT_EQ(served.count(), all.texts.size());
    EXPECT_TRUE(right(served, all));
  }
  EXPECT_GE(std::filesystem::file_size(folder / "store"), cap);
  EXPECT_LT(std::filesystem::file_size(folder / "store"), cap + (24 << 20));
  EXPECT_GT(stored_views(folder / "beyond").at(0).vectors, 10000U);
}

}  // namespace capped_store_test
}  // namespace sonde
