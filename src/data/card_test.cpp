#include "data/card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sonde/error.h"

namespace sonde {
namespace card_test {

TEST(Card, AKeyThatOnlyARunMayWriteIsToldWithItsLine) {
  const Card card =
      parse_card("probe = \"sets\"\nfile = \"own.tsv\"\nfiltered_by = \"me\"\n", "/data/own.toml");
  EXPECT_NO_THROW(refuse_key_of_runs(card, "grid_ends"));
  try {
    refuse_key_of_runs(card, "filtered_by");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.place().file, "/data/own.toml");
    EXPECT_EQ(error.place().line, 3U);
    EXPECT_THAT(error.what(),
                testing::HasSubstr("'filtered_by' is set by a run, not by a card; remove it"));
  }
}

}  // namespace card_test
}  // namespace sonde
