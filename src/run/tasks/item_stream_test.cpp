#include "run/tasks/item_stream.h"

#include <set>

#include "run/run_folder_test.h"
#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {
namespace item_stream_test {

TEST(Limit, IsANumberAFractionOrAPercentage) {
  EXPECT_EQ(parse_limit("1500").count, 1500U);
  EXPECT_DOUBLE_EQ(parse_limit("0.25").fraction, 0.25);
  EXPECT_DOUBLE_EQ(parse_limit("10%").fraction, 0.1);
  EXPECT_TRUE(parse_limit("").none());
  for (const char* bad : {"0", "-1", "1.5", "x", "0%", "nan", "200%", "5 "}) {
    EXPECT_THROW(parse_limit(bad), Error) << bad;
  }
}

std::set<std::string> kept(const ItemStream& stream, const std::string& limit, std::uint64_t seed) {
  std::set<std::string> ids;
  stream.read(stream.sample(parse_limit(limit), seed), 16,
              [&](std::span<const Item> items, std::span<const Digest>) {
                for (const auto& item : items) ids.insert(item.id);
              });
  return ids;
}

TEST_F(RunTest, ALargerLimitKeepsWhatASmallerKept) {
  const Card card = find_dataset(write("pairs.tsv", numbered_pairs(300)).string(), {});
  const auto probe = make_probe(parse_spec("sts"), {});
  const ItemStream stream(card, *probe);
  const auto ten = kept(stream, "10", 1);
  const auto fifty = kept(stream, "50", 1);
  EXPECT_EQ(ten.size(), 10U);
  EXPECT_EQ(fifty.size(), 50U);
  EXPECT_TRUE(std::includes(fifty.begin(), fifty.end(), ten.begin(), ten.end()));
  EXPECT_NE(kept(stream, "10", 2), ten);
  EXPECT_EQ(kept(stream, "1000", 1).size(), 300U);
  EXPECT_NEAR(static_cast<double>(kept(stream, "0.5", 1).size()), 150, 40);
}

TEST_F(RunTest, IncompleteRecordsAreLeftOutAndSampledLikeOthers) {
  std::string table = "first\tsecond\tgold\n";
  for (int i = 0; i < 400; ++i) {
    table += "a " + std::to_string(i) + (i % 2 == 0 ? "\t\t1\n" : "\tb\t1\n");
  }
  const Card card = find_dataset(write("pairs.tsv", table).string(), {});
  const auto probe = make_probe(parse_spec("sts"), {});
  const ItemStream stream(card, *probe);
  const auto left_out = [&](const std::string& limit) {
    auto counts = stream.read(stream.sample(parse_limit(limit), 1), 16, [](auto, auto) {});
    return counts.left_out["an empty sentence in second"];
  };
  EXPECT_EQ(left_out(""), 200U);
  EXPECT_NEAR(static_cast<double>(left_out("0.5")), 100, 30);
}

TEST_F(RunTest, EqualItemsHaveDigestsOfTheirOwn) {
  const Card card =
      find_dataset(write("pairs.tsv", "first\tsecond\tgold\na\tb\t1\na\tb\t1\n").string(), {});
  const auto probe = make_probe(parse_spec("sts"), {});
  std::set<Digest> digests;
  const auto counts = ItemStream(card, *probe)
                          .read({}, 16, [&](std::span<const Item>, std::span<const Digest> block) {
                            digests.insert(block.begin(), block.end());
                          });
  EXPECT_EQ(digests.size(), 2U);
  EXPECT_EQ(counts.items, 2U);
}

}  // namespace item_stream_test
}  // namespace sonde
