#include "text/insertions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"

namespace sonde {
namespace insertions_test {

using Sentences = std::vector<std::string>;

Sentences texts_of(const std::vector<Insertion>& made) {
  Sentences texts;
  for (const auto& one : made) texts.push_back(one.text);
  return texts;
}

Sentences all_of(const std::string& sentence, const Sentences& terms) {
  Sentences made = texts_of(insertions(sentence, terms, {.most = 1000, .key = 5}));
  std::ranges::sort(made);
  return made;
}

TEST(Insertions, StandBeforeEachWordAndNotBehindTheLast) {
  EXPECT_EQ(all_of("Making decisions", {"a", "the"}),
            (Sentences{"Making a decisions", "Making the decisions", "a Making decisions",
                       "the Making decisions"}));
  EXPECT_EQ(all_of("Stop.", {"not"}), Sentences{"not Stop."});
}

TEST(Insertions, LeaveAllElseAsItIs) {
  // Words are separated by any white space of Unicode, here a no-break space.
  EXPECT_EQ(all_of(" Eén\u00a0uur,  ja\t", {"niet"}),
            (Sentences{" Eén\u00a0niet uur,  ja\t", " Eén\u00a0uur,  niet ja\t",
                       " niet Eén\u00a0uur,  ja\t"}));
}

TEST(Insertions, NeedAWordAndATerm) {
  EXPECT_TRUE(all_of("", {"not"}).empty());
  EXPECT_TRUE(all_of(" \t ", {"not"}).empty());
  EXPECT_TRUE(all_of("some words", {}).empty());
}

TEST(Insertions, MergeEqualSentences) {
  EXPECT_EQ(all_of("a a a b", {"a"}), (Sentences{"a a a a b"}));
  EXPECT_EQ(all_of("x", {"y", "y"}), Sentences{"y x"});
}

TEST(Insertions, OfAFewAreTheFirstOfMany) {
  const std::string sentence = "one two three four five six";
  const Sentences terms{"a", "the"};
  const Sentences many = texts_of(insertions(sentence, terms, {.most = 12, .key = 77}));
  ASSERT_EQ(many.size(), 12U);
  EXPECT_EQ(std::set<std::string>(many.begin(), many.end()).size(), 12U);
  for (std::size_t most = 0; most <= 12; ++most) {
    const Sentences few = texts_of(insertions(sentence, terms, {.most = most, .key = 77}));
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
    EXPECT_EQ(few.size(), most);
  }
}

TEST(Insertions, AreDrawnEvenly) {
  std::map<std::string, int> first;
  constexpr int kDraws = 12000;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    ++first[insertions("one two three", Sentences{"a", "the"}, {.most = 2, .key = mix(i + 1)})[1]
                .text];
  }
  ASSERT_EQ(first.size(), 6U);
  for (const auto& [sentence, count] : first) EXPECT_NEAR(count, kDraws / 6, 200) << sentence;
}

TEST(Insertions, TakeALineOfAMegabyte) {
  std::string sentence;
  while (sentence.size() < (1U << 20)) sentence += "ab ";
  EXPECT_EQ(insertions(sentence, Sentences{"the"}, {.most = 3, .key = 1}).size(), 3U);
}

}  // namespace insertions_test
}  // namespace sonde
