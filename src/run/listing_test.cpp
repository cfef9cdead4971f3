#include "run/listing.h"

#include <gmock/gmock.h>

#include "run/run_folder_test.h"
#include "sonde/error.h"

namespace sonde {
namespace listing_test {

class Silent : public Observer {
 public:
  void begin(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  void note(std::string_view) override {}
  bool stop() override { return false; }
};

class ListingTest : public RunTest {
 protected:
  RunPlan plan() {
    RunPlan plan;
    plan.encoders = {parse_spec("random?dimension=2")};
    plan.probes = {parse_spec("sts")};
    plan.datasets = {write("pairs.tsv", numbered_pairs(20000)).string()};
    plan.listing = folder_ / "listing";
    plan.replicates = 20;
    return plan;
  }

  // Makes the first part of two.
  std::string part_error(RunPlan plan) {
    plan.share = {1, 2};
    plan.out = folder_ / "a.part";
    try {
      run(plan, silent_);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  Silent silent_;
};

// If its checksums are right, it is found when the data are read.
TEST_F(ListingTest, OneThatContradictsTheDataIsAnError) {
  const RunPlan listed = plan();
  EXPECT_EQ(make_listing(listed, silent_).items, 20000U);
  ListingHead head;
  StretchBlock block;
  {
    const ListingFile file(listed.listing);
    head = file.head();
    block = file.block(0, 0);
  }
  ASSERT_GT(block.stretches.size(), 2U);
  for (std::size_t i = 1; i < block.stretches.size(); ++i) block.stretches[i].items += 100;
  std::filesystem::remove(listed.listing);
  ListingWriter writer(listed.listing);
  writer.add(0, 0, block);
  writer.finish(head);
  EXPECT_THAT(part_error(listed),
              testing::HasSubstr("listing: the listing contradicts the data set 'pairs'"));
}

TEST_F(ListingTest, SaysWhichBytesAPartMayRead) {
  const RunPlan listed = plan();
  make_listing(listed, silent_);
  const auto size = std::filesystem::file_size(listed.datasets[0]);
  const auto range = [&](std::uint64_t number, std::uint64_t of) {
    return own_bytes(listed.listing, {number, of}).at("pairs");
  };
  EXPECT_EQ(range(1, 1).end, size);
  EXPECT_LT(range(1, 4).end, size);
  EXPECT_GT(range(4, 4).begin, size / 2);
  EXPECT_EQ(range(4, 4).end, size);
  EXPECT_EQ(range(1, 100000).end, 0U);  // it has no item
  EXPECT_EQ(part_error(listed), "none");
}

TEST_F(ListingTest, OfAnotherVersionIsRefused) {
  const RunPlan listed = plan();
  ListingWriter writer(listed.listing);
  writer.finish({"0.0.1", "", 1, false, {}});
  EXPECT_THAT(part_error(listed), testing::HasSubstr("listing was made by sonde 0.0.1"));
}

}  // namespace listing_test
}  // namespace sonde
