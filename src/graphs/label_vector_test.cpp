#include "graphs/label_vector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace sonde {
namespace label_vector_test {

using testing::ElementsAre;
using testing::Pair;

const std::map<std::string, std::vector<float>> kWords{{"dress", {1, 0}}, {"up", {0, 1}},
                                                       {"new", {4, 4}},   {"york", {2, 0}},
                                                       {"7", {8, 0}},     {"1", {0, 8}}};

std::pair<bool, std::vector<double>> vector_of(const std::string& label) {
  const auto words = words_of_label(label);
  std::vector<double> vector(2);
  const auto look_up = [&](const std::string& word) -> std::span<const float> {
    EXPECT_NE(std::ranges::find(words, word), words.end()) << word << " of " << label;
    const auto found = kWords.find(word);
    return found == kWords.end() ? std::span<const float>() : found->second;
  };
  const bool known = write_label_vector(label, look_up, vector);
  return {known, vector};
}

TEST(LabelVector, TheWordsOfALabel) {
  EXPECT_THAT(words_of_label("dress-up-08"), ElementsAre("dress", "up"));
  EXPECT_THAT(words_of_label("-"), ElementsAre("false", "not", "untrue"));
  EXPECT_THAT(words_of_label("new_york"), ElementsAre("new_york", "new", "york"));
  EXPECT_THAT(words_of_label("\"rock'n:roll\""), ElementsAre("rocknroll"));
  EXPECT_THAT(words_of_label("17"), ElementsAre("17", "1", "7"));
  EXPECT_THAT(words_of_label("-17"), ElementsAre());
  EXPECT_THAT(words_of_label(""), ElementsAre());
}

TEST(LabelVector, IsTheMeanOfTheWordsThatAreKnown) {
  EXPECT_THAT(vector_of("dress-up-08"), Pair(true, ElementsAre(0.5, 0.5)));
  EXPECT_THAT(vector_of("dress-out-08"), Pair(true, ElementsAre(1, 0)));
  EXPECT_THAT(vector_of("new_york"), Pair(true, ElementsAre(3, 2)));
  EXPECT_THAT(vector_of("7"), Pair(true, ElementsAre(8, 0)));
}

TEST(LabelVector, AnUnknownNumberHasThatOfItsDigits) {
  EXPECT_THAT(vector_of("71"), Pair(true, ElementsAre(4, 2)));
  EXPECT_THAT(vector_of("217"), Pair(true, ElementsAre(8.0 / 3 / 2, 2)));
}

TEST(LabelVector, WhatIsUnknownHasNumbersOfItsOwn) {
  const auto [known, vector] = vector_of("zebra");
  EXPECT_FALSE(known);
  EXPECT_EQ(vector_of("zebra").second, vector);
  EXPECT_NE(vector_of("zebras").second, vector);
  for (const double number : vector) {
    EXPECT_GE(number, -0.05);
    EXPECT_LT(number, 0.05);
  }
  // The same in every version of the program, because scores are stored.
  EXPECT_NEAR(vector[0], 0.037974, 1e-6);
  EXPECT_NEAR(vector[1], -0.025069, 1e-6);
}

TEST(LabelVector, NumbersOfTheUnknownAreSpreadEvenly) {
  std::vector<double> vector(10000);
  const auto none = [](const std::string&) { return std::span<const float>(); };
  EXPECT_FALSE(write_label_vector("zebra", none, vector));
  double sum = 0, squares = 0;
  for (const double number : vector) {
    sum += number;
    squares += number * number;
  }
  EXPECT_NEAR(sum / 10000, 0, 0.001);
  EXPECT_NEAR(squares / 10000, 0.1 * 0.1 / 12, 0.00003);
}

}  // namespace label_vector_test
}  // namespace sonde
