#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/own_folder_test.h"
#include "scorers/error_of_test.h"
#include "sonde/error.h"
#include "sonde/scorer.h"

namespace sonde {
namespace scores_test {

using test::error_of;
using testing::HasSubstr;

std::string file_of(std::string_view text) {
  const std::string file = test::own_folder() + "scores.txt";
  std::ofstream(file) << text;
  return file;
}

std::unique_ptr<Scorer> scorer(const std::string& file, std::uint64_t rows,
                               const std::string& options = {}) {
  return make_scorer(parse_spec("scores:" + file + options), {"mine", rows});
}

TEST(Scores, AreServedByTheRowsPlace) {
  const auto scores = scorer(file_of("0.5\nnan\n-1\n2\n"), 4);
  Item item;
  item.rows.resize(2);
  item.first_row = 1;
  Item last;
  last.rows.resize(1);
  last.first_row = 3;
  const std::vector<Item> items{last, item};
  std::vector<double> out(3);
  scores->score(items, out);
  EXPECT_EQ(out[0], 2);
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_EQ(out[2], -1);
}

TEST(Scores, AWrongCountNamesBothCounts) {
  const auto file = file_of("1\n2\n3\n");
  for (const std::uint64_t rows : {2U, 4U}) {
    const auto line = error_of([&] { scorer(file, rows); }, ErrorKind::kInput);
    EXPECT_THAT(line, HasSubstr(file + ": has 3 numbers, but the data set 'mine' has " +
                                std::to_string(rows) + " rows"));
  }
}

TEST(Scores, BelongToTheDataSetThatIsNamed) {
  const auto file = file_of("1\n2\n");
  EXPECT_EQ(scorer(file, 5, "?data=yours"), nullptr);
  EXPECT_NE(scorer(file, 2, "?data=mine"), nullptr);
}

TEST(Scores, IdentityIsThatOfTheNumbers) {
  const Digest digest = scorer(file_of("1\n2\n"), 2)->identity().what;
  EXPECT_EQ(scorer(file_of("1.0\r\n2e0"), 2)->identity().what, digest);
  EXPECT_NE(scorer(file_of("2\n1\n"), 2)->identity().what, digest);
}

TEST(Scores, BadUseAndBadFilesAreNamed) {
  EXPECT_THAT(error_of([] { scorer("", 1); }, ErrorKind::kUsage), HasSubstr("names no file"));
  EXPECT_THAT(error_of([] { scorer("x", 1, "?dta=y"); }, ErrorKind::kUsage),
              HasSubstr("did you mean 'data'?"));
  EXPECT_THAT(error_of([] { make_scorer(parse_spec("score:x"), {}); }, ErrorKind::kUsage),
              HasSubstr("did you mean 'scores'?"));
  EXPECT_THAT(error_of([] { scorer("/nowhere/x.txt", 1); }, ErrorKind::kInput),
              HasSubstr("/nowhere/x.txt"));
  const auto file = file_of("1\ntwo\n");
  EXPECT_THAT(error_of([&] { scorer(file, 2); }, ErrorKind::kInput),
              HasSubstr(file + ":2: 'two' is not a number"));
}

}  // namespace scores_test
}  // namespace sonde
