#include "workshop/makers/fusions/triple_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sonde {
namespace triple_choice_test {

using Sentences = std::array<std::string, 3>;

Sentences numbered(std::uint64_t number) {
  const std::string n = std::to_string(number);
  return {"one " + n, "two " + n, "three " + n};
}

std::vector<Sentences> chosen(std::uint64_t most, const std::vector<std::uint64_t>& numbers) {
  TripleChoice choice(most, 1);
  for (const auto number : numbers) choice.add({1, number, numbered(number)});
  std::vector<Sentences> sentences;
  for (const auto& triple : choice.take()) sentences.push_back(triple.sentences);
  return sentences;
}

std::vector<std::uint64_t> up_to(std::uint64_t count) {
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t i = 0; i < count; ++i) numbers[i] = i;
  return numbers;
}

TEST(TripleChoice, KeepsTheOrder) {
  EXPECT_THAT(chosen(0, {3, 1, 2}), testing::ElementsAre(numbered(3), numbered(1), numbered(2)));
  EXPECT_EQ(chosen(2, up_to(2)), chosen(0, up_to(2)));
}

TEST(TripleChoice, DrawsTheSameWhateverTheOrder) {
  auto numbers = up_to(200);
  auto forwards = chosen(20, numbers);
  std::ranges::reverse(numbers);
  auto backwards = chosen(20, numbers);
  EXPECT_EQ(forwards.size(), 20);
  EXPECT_NE(forwards, backwards);
  std::ranges::reverse(backwards);
  EXPECT_EQ(forwards, backwards);
}

// The mean of 100 of 10,000 uniformly drawn numbers is within 3 standard errors of 5,000.
TEST(TripleChoice, DrawsFromAllParts) {
  double sum = 0;
  for (const auto& sentences : chosen(100, up_to(10000))) sum += std::stod(sentences[0].substr(4));
  EXPECT_NEAR(sum / 100, 5000, 3 * 10000 / std::sqrt(12.0) / 10);
}

TEST(TripleChoice, LeavesOutWhatCameBeforeOrSaysNothing) {
  TripleChoice choice(0, 1);
  choice.add({1, 1, {"A b.", "c", "d"}});
  choice.add({2, 5, {"A b.", "c", "d"}});
  choice.add({2, 6, {"A b.", "a, b!", "d"}});
  choice.add({2, 7, {"c", "A b.", "a B"}});
  choice.add({2, 8, {"A b.", "c", "A b."}});
  EXPECT_EQ(choice.found(), 5);
  EXPECT_EQ(choice.repeated(), 1);
  EXPECT_EQ(choice.alike(), 2);
  EXPECT_EQ(choice.take().size(), 2);
}

}  // namespace triple_choice_test
}  // namespace sonde
