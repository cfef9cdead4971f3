#include <gtest/gtest.h>

#include "store/vectors/testing/store_samples.h"

namespace sonde {
namespace parted_store_test {

using samples::batch;
using samples::Folder;
using samples::identity;
using samples::keep;
using samples::right;
using samples::serve;

TEST(PartedStore, KeepsADoubtfulViewUntilItsEndAlone) {
  const Folder folder;
  const auto written = batch(9, 4);
  Identity doubtful = identity("d");
  doubtful.doubt = "it may change";
  for (int time = 0; time < 2; ++time) {
    const auto store = part_doubtful(open_vector_store(folder / "store"), folder / "passing");
    EXPECT_EQ(serve(*store, doubtful, written).count(), 0U);
    EXPECT_EQ(serve(*store, identity("m"), written).count(), time == 0 ? 0U : 9U);
    keep(*store, identity("m"), written);
    keep(*store, doubtful, written);
    EXPECT_TRUE(right(serve(*store, doubtful, written), written));
    EXPECT_EQ(serve(*store, doubtful, written).count(), 9U);
    EXPECT_EQ(stored_views(folder / "store").size(), 1U);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "passing"));
}

TEST(PartedStore, BeginsEmptyAfterARunThatWasKilled) {
  const Folder folder;
  const auto written = batch(9, 4);
  Identity doubtful = identity("d");
  doubtful.doubt = "it may change";
  keep(*open_vector_store(folder / "passing"), doubtful, written);
  const auto store = part_doubtful(open_vector_store(folder / "store"), folder / "passing");
  EXPECT_EQ(serve(*store, doubtful, written).count(), 0U);
}

TEST(PartedStore, MakesNoFileWhereNobodyIsDoubtful) {
  const Folder folder;
  const auto store = part_doubtful(open_vector_store(folder / "store"), folder / "passing");
  keep(*store, identity("m"), batch(9, 4));
  EXPECT_FALSE(std::filesystem::exists(folder / "passing"));
}

}  // namespace parted_store_test
}  // namespace sonde
