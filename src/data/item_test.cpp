#include "sonde/item.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sonde {
namespace item_test {

Item pair_item() {
  Item item;
  item.id = "1";
  item.texts = {{"a b", Side::kFirst}, {"c", Side::kSecond}};
  item.rows = {{"", {0, 1}, 0.5}};
  item.labels = {{"condition", "ADV"}};
  return item;
}

TEST(ItemDigest, IdsLabelsAndPlaceDoNotCount) {
  Item other = pair_item();
  other.id = "2";
  other.labels.clear();
  other.first_row = 7;
  EXPECT_EQ(item_digest(pair_item(), 0), item_digest(other, 0));
}

TEST(ItemDigest, AllElseCounts) {
  const Digest digest = item_digest(pair_item(), 0);
  EXPECT_NE(digest, item_digest(pair_item(), 1));
  const auto changed = [&](auto change) {
    Item item = pair_item();
    change(item);
    return item_digest(item, 0) != digest;
  };
  EXPECT_TRUE(changed([](Item& item) { item.texts[0].text = "a  b"; }));
  EXPECT_TRUE(changed([](Item& item) { item.texts[1].side = Side::kFirst; }));
  EXPECT_TRUE(changed([](Item& item) { std::swap(item.rows[0].at[0], item.rows[0].at[1]); }));
  EXPECT_TRUE(changed([](Item& item) { item.rows[0].gold = 0.25; }));
  EXPECT_TRUE(changed([](Item& item) { item.rows.push_back({"", {0, 1}, 0.5}); }));
  EXPECT_TRUE(changed([](Item& item) { item.texts.pop_back(); }));
}

TEST(ItemDigest, EveryNaNAndBothZerosAreOne) {
  const auto with_gold = [](double gold) {
    Item item = pair_item();
    item.rows[0].gold = gold;
    return item_digest(item, 0);
  };
  EXPECT_EQ(with_gold(std::nan("1")), with_gold(-std::nan("2")));
  EXPECT_EQ(with_gold(0.0), with_gold(-0.0));
  EXPECT_NE(with_gold(0.0), with_gold(std::nan("")));
}

}  // namespace item_test
}  // namespace sonde
