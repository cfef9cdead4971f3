#include "data/number_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "data/folder_test.h"

namespace sonde {
namespace number_fields_test {

using testing::StartsWith;

TEST(ReadNumbers, OneALine) {
  const test::Folder folder;
  const auto numbers = read_numbers(folder.write("n.txt", "0.5\r\n-1e-3\nnan\n\n7"));
  ASSERT_EQ(numbers.size(), 5U);
  EXPECT_EQ(numbers[0], 0.5);
  EXPECT_EQ(numbers[1], -1e-3);
  EXPECT_TRUE(std::isnan(numbers[2]) && std::isnan(numbers[3]));
  EXPECT_EQ(numbers[4], 7);
}

TEST(ReadNumbers, MissingIsOneNotionForAllReaders) {
  for (const char* text : {"", " ", "\u00a0", "\u200b", "nan", "NaN", "NAN", "NA", "n/a", "N/A",
                           "#N/A", "<NA>", "null", "None", " none "}) {
    EXPECT_TRUE(is_missing(text)) << text;
  }
  for (const char* text : {"0", "-", "no", "nano", "inf"}) EXPECT_FALSE(is_missing(text)) << text;
}

TEST(WithDecimalPoint, LeavesWhatMayBeThousands) {
  for (const auto& [text, read] : {std::pair{"4,5", "4.5"},
                                   {"-0,25", "-0.25"},
                                   {"0,333", "0.333"},
                                   {"3,3333", "3.3333"},
                                   {"1,234", "1,234"},
                                   {"4.5", "4.5"},
                                   {"1,2,3", "1,2,3"},
                                   {"5,", "5,"},
                                   {",5", ",5"},
                                   {"A cat, a dog", "A cat, a dog"}}) {
    EXPECT_EQ(with_decimal_point(text, false), read);
  }
  EXPECT_EQ(with_decimal_point("1,234", true), "1.234");
  EXPECT_EQ(with_decimal_point("1.234,5", true), "1.234,5");
}

TEST(ReadNumbers, NamesTheLineOfWhatIsNone) {
  const test::Folder folder;
  for (const char* bad : {"x", "1 2", "inf", "1e999", "0.5,"}) {
    const auto file = folder.write("n.txt", "1\n" + std::string(bad) + "\n3\n");
    EXPECT_THAT(test::error_line(folder, ErrorKind::kInput, [&] { read_numbers(file); }),
                StartsWith("n.txt:2: '" + std::string(bad) + "' is not a number"));
  }
}

}  // namespace number_fields_test
}  // namespace sonde
