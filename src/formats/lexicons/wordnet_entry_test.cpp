#include "formats/lexicons/wordnet_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde {
namespace wordnet_entry_test {

using testing::ElementsAre;

const Place kPlace{"data.adj", 7};

TEST(WordNetEntry, AnIndexLine) {
  const auto entry = parse_wordnet_index("entity n 1 1 ~ 1 1 00001740  ", kPlace);
  EXPECT_EQ(entry.word, "entity");
  EXPECT_THAT(entry.offsets, ElementsAre(1740));
  EXPECT_THAT(parse_wordnet_index("bank n 2 0 2 1 00000009 00000008", kPlace).offsets,
              ElementsAre(9, 8));
}

TEST(WordNetEntry, ADataLine) {
  const auto set = parse_wordnet_set(
      "00002098 00 a 02 unable 0 incapable(p) 1 002 = 05200169 n 0000 ! 00001740 a 0101 | not",
      kPlace);
  EXPECT_EQ(set.offset, 2098U);
  EXPECT_EQ(set.category, 0);
  EXPECT_THAT(set.words, ElementsAre("unable", "incapable"));
  ASSERT_EQ(set.pointers.size(), 2U);
  EXPECT_EQ(set.pointers[1].symbol, "!");
  EXPECT_EQ(set.pointers[1].offset, 1740U);
  EXPECT_EQ(set.pointers[1].part, 'a');
  EXPECT_EQ(set.pointers[1].source, 1);
  EXPECT_EQ(set.pointers[1].target, 1);
}

TEST(WordNetEntry, TheFramesOfAVerb) {
  const auto set = parse_wordnet_set(
      "00001740 29 v 01 breathe 0 001 $ 00002325 v 0000 02 + 02 00 + 08 01 | draw air", kPlace);
  EXPECT_EQ(set.frames, (1U << 2) | (1U << 8));
  EXPECT_THROW(parse_wordnet_set("00001740 29 v 01 breathe 0 000 01 + 36 00 |", kPlace), Error);
  EXPECT_THROW(parse_wordnet_set("00001740 29 v 01 breathe 0 000 02 + 02 00", kPlace), Error);
}

TEST(WordNetEntry, DamagedLinesAreRefused) {
  for (const char* line : {"", " ", "entity", "entity n", "entity n x 0 0 0",
                           "entity n 2 0 2 0 00001740", "entity n 0 0 0 0", "  1 This software"}) {
    EXPECT_THROW(parse_wordnet_index(line, kPlace), Error) << line;
  }
  for (const char* line :
       {"", "00001740", "00001740 99 n 01 entity 0 000 |", "00001740 03 n 02 entity 0 000",
        "00001740 03 n 01 entity 0 002 @ 00000001 n 0000 |", "00001740 03 n zz entity 0 000 |",
        "-1 03 n 01 entity 0 000 |"}) {
    EXPECT_THROW(parse_wordnet_set(line, kPlace), Error) << line;
  }
}

}  // namespace wordnet_entry_test
}  // namespace sonde
