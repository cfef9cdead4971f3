#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>

#include "data/describe/lengths.h"
#include "data/describe/overlap_figures.h"
#include "data/describe/text_numbers.h"
#include "text/overlap.h"
#include "text/word_runs.h"

namespace sonde {
namespace describe_test {

const Tokenizer& minilm() {
  static const Tokenizer tokenizer =
      Tokenizer::load(SONDE_SOURCE_DIR "/.setup/models/minilm/tokenizer.json");
  return tokenizer;
}

using Numbers = std::vector<std::uint32_t>;

void expect_whole(TextNumbers& numbers, const std::string& text) {
  const std::string_view view = text;
  const auto found = numbers.at(numbers.places({&view, 1})[0]);
  const Numbers words(found.words.begin(), found.words.end());
  const Numbers tokens(found.tokens.begin(), found.tokens.end());
  std::vector<std::int32_t> whole;
  minilm().encode_plain(text, whole);
  EXPECT_EQ(tokens, Numbers(whole.begin(), whole.end())) << text;
  std::vector<std::string> rouge;
  split_rouge_words(text, rouge);
  ASSERT_EQ(words.size(), rouge.size()) << text;
  for (std::size_t i = 0; i < rouge.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(words[i] == words[j], rouge[i] == rouge[j]);
  }
}

TEST(TextNumbers, AreThoseOfTheWholeText) {
  TextNumbers numbers(minilm(), 2);
  for (const char* text :
       {"Don't stop: the U.S. well-known 3.50", "  two  spaces\t\ttabs\nlines\r\n", "",
        "[CLS] a [MASK] word[SEP]s [UNK] [PAD]x", "a\u00a0b c\u0085d \u2028e f\u200bg h\u00adi",
        "x\vy z\fq", "Stra\u00dfe \u0130STANBUL \u039f\u0394\u039f\u03a3 cafe\u0301",
        "\u65e5\u672c\u8a9e and \uc548\ub155", " \u0301 alone", "e \u0301f",
        "\U0001f600 \U0001f468\u200d\U0001f469"}) {
    expect_whole(numbers, text);
  }
  expect_whole(numbers, std::string(300, 'a') + " " + std::string(120, '.'));
}

TEST(TextNumbers, AreThoseOfAnyText) {
  TextNumbers numbers(minilm(), 2);
  EXPECT_TRUE(rc::check([&] {
    const auto character = rc::gen::oneOf(
        rc::gen::elementOf(std::vector<std::string>{" ", "  ", "\t", "\n", "a", "the", "ing", "##s",
                                                    ".", "'", "-", "[MASK]", "\u0301", "\u0345"}),
        rc::gen::map(rc::gen::inRange<int>(0xa0, 0xd7ff), [](int c) {
          const auto byte = [](int value) { return static_cast<char>(value); };
          if (c < 0x800) return std::string{byte(0xc0 | c >> 6), byte(0x80 | (c & 63))};
          return std::string{byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 63)),
                             byte(0x80 | (c & 63))};
        }));
    std::string text;
    for (const auto& part : *rc::gen::container<std::vector<std::string>>(character)) text += part;
    expect_whole(numbers, text);
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

Item pair(std::string first, std::string second, std::string label = "") {
  Item item;
  item.texts = {{std::move(first)}, {std::move(second), Side::kSecond, false}};
  item.rows = {{std::move(label), {0, 1}}};
  return item;
}

double value(const std::vector<Result>& results, const std::string& name,
             const std::string& slice = "all") {
  const auto found = std::ranges::find_if(
      results, [&](const Result& r) { return r.name == name && r.slice == slice; });
  return found == results.end() ? -1 : found->value;
}

TEST(OverlapFigures, AreMeansOfAllAndOfLabels) {
  OverlapFigures figures(minilm(), 2);
  figures.add(std::vector<Item>{pair("a red car", "a blue car", "x"), pair("one", "one", "y")});
  figures.add(std::vector<Item>{pair("the dog", "the dog", "x")});
  const auto results = figures.results();
  EXPECT_DOUBLE_EQ(value(results, "rouge1", "pair=x"), (2 / 3. + 1) / 2);
  EXPECT_DOUBLE_EQ(value(results, "rouge1"), (2 / 3. + 1 + 1) / 3);
  EXPECT_DOUBLE_EQ(value(results, "rouge2"), .5);  // "one" has none
  EXPECT_DOUBLE_EQ(value(results, "token_distance"), 1 / 9.);
  EXPECT_DOUBLE_EQ(value(results, "tokens"), 2);
  const auto& rouge2 = results[1];
  EXPECT_EQ(rouge2.n, 2U);
  EXPECT_EQ(rouge2.left_out, 1U);
  EXPECT_EQ(rouge2.subject, "data");
  EXPECT_TRUE(std::isnan(rouge2.low));
}

TEST(OverlapFigures, HaveTheSameBitsWhateverTheThreadsAndBlocks) {
  std::vector<Item> items;
  for (int i = 0; i < 700; ++i) {
    items.push_back(pair("sentence " + std::to_string(i * i) + " of the set",
                         "the sentence " + std::to_string(i) + " of a set"));
  }
  OverlapFigures whole(minilm(), 1), parts(minilm(), 3);
  whole.add(items);
  for (std::size_t at = 0; at < items.size(); at += 100)
    parts.add(std::span(items).subspan(at, 100));
  const auto a = whole.results(), b = parts.results();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].value, b[i].value) << a[i].name;
}

TEST(Lengths, CountWhatIsTooShortTooLongOrFullOfNames) {
  Lengths lengths;
  lengths.add("a b c d");
  lengths.add("a b c d e");
  lengths.add("PepsiCo Inc. (NYSE: PEP) w w w w w w w w w w w w w w w w");
  lengths.add("\u00c4rger \u00e4hnlich w w w w w w w w w w w w w w w w w w w");
  const auto results = lengths.results();
  EXPECT_DOUBLE_EQ(value(results, "very_short"), 1 / 4.);
  EXPECT_DOUBLE_EQ(value(results, "very_long"), 1 / 4.);
  EXPECT_DOUBLE_EQ(value(results, "capitals"), (3 + 4 + 3 + 1) / 4.);
}

TEST(Lengths, AreCountedInTens) {
  Lengths lengths;
  const auto words = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += " w";
    return text;
  };
  for (const int count : {1, 9, 10, 19, 49, 50, 5000}) lengths.add(words(count));
  lengths.add(" \t");
  const auto results = lengths.results();
  EXPECT_EQ(value(results, "sentences"), 7);
  EXPECT_DOUBLE_EQ(value(results, "words"), 5138 / 7.);
  EXPECT_DOUBLE_EQ(value(results, "words_0_9"), 2 / 7.);
  EXPECT_DOUBLE_EQ(value(results, "words_10_19"), 2 / 7.);
  EXPECT_DOUBLE_EQ(value(results, "words_20_29"), 0);
  EXPECT_DOUBLE_EQ(value(results, "words_40_49"), 1 / 7.);
  EXPECT_DOUBLE_EQ(value(results, "words_50_more"), 2 / 7.);
  EXPECT_EQ(results[0].left_out, 1U);
  EXPECT_EQ(count_words(" \u2003two\u00a0words "), 2U);
}

}  // namespace describe_test
}  // namespace sonde
