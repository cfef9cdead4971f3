#include "formats/words/word_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>

#include "base/testing/eventually_test.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace word_vectors_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> vector_of(const WordVectors& vectors, const std::string& word) {
  const auto number = vectors.find(word);
  if (!number) return {};
  std::vector<float> numbers(vectors.dimension());
  vectors.read(*number, numbers);
  return numbers;
}

std::string binary_row(const std::string& word, const std::vector<float>& numbers,
                       const std::string& end) {
  std::string row = word + " ";
  row.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
  return row + end;
}

class WordFile : public testing::Test {
 protected:
  fs::path write(const std::string& bytes) { return folder_.write("v.txt", bytes); }

  std::string error_of(const std::string& bytes, const std::string& form = "") {
    const fs::path file = write(bytes);
    return input_error_of([&] {
      const WordVectors vectors(file, {.form = form});
      std::vector<float> numbers(vectors.dimension());
      for (std::uint32_t i = 0; i < vectors.counts().words; ++i) vectors.read(i, numbers);
    });
  }

  TemporaryFolder folder_;
};

TEST_F(WordFile, GloveHasNoHeader) {
  const WordVectors vectors(write("the 1 2.5\n, -0.5 1e-3\ncat 4 5"));
  EXPECT_EQ(vectors.form().name, "glove");
  EXPECT_EQ(vectors.dimension(), 2U);
  EXPECT_EQ(vectors.counts().words, 3U);
  EXPECT_THAT(vector_of(vectors, "the"), ElementsAre(1.0F, 2.5F));
  EXPECT_THAT(vector_of(vectors, ","), ElementsAre(-0.5F, 1e-3F));
  EXPECT_THAT(vector_of(vectors, "cat"), ElementsAre(4.0F, 5.0F));
  EXPECT_EQ(vectors.find("The"), std::nullopt);
  EXPECT_EQ(vectors.find(""), std::nullopt);
}

TEST_F(WordFile, Word2vecHasAHeaderThatMayUndercount) {
  const WordVectors vectors(write("1 2\r\nthe 1 2 \r\n\ncat\t3\t4\r\n5 6 7\n"));
  EXPECT_EQ(vectors.form().name, "word2vec");
  EXPECT_EQ(vectors.form().announced, 1U);
  EXPECT_EQ(vectors.counts().words, 3U);
  EXPECT_THAT(vector_of(vectors, "cat"), ElementsAre(3.0F, 4.0F));
  EXPECT_THAT(vector_of(vectors, "5"), ElementsAre(6.0F, 7.0F));
}

TEST_F(WordFile, AFirstRowOfTwoNumbersNeedNotBeAHeader) {
  const WordVectors vectors(write("4 5\n5 6\n"));
  EXPECT_EQ(vectors.form().name, "glove");
  EXPECT_EQ(vectors.dimension(), 1U);
  EXPECT_THAT(vector_of(vectors, "4"), ElementsAre(5.0F));
}

TEST_F(WordFile, WordsMayHoldBlanks) {
  const WordVectors vectors(write("the 1 2\n. . . 3 4\nat 9 5 6\n"));
  EXPECT_EQ(vectors.dimension(), 2U);
  EXPECT_THAT(vector_of(vectors, ". . ."), ElementsAre(3.0F, 4.0F));
  EXPECT_THAT(vector_of(vectors, "at 9"), ElementsAre(5.0F, 6.0F));
}

TEST_F(WordFile, TheFirstOfEqualWordsCounts) {
  const WordVectors vectors(write("a 1\nb 2\na 3\nc 4\nb 5\n"));
  EXPECT_EQ(vectors.counts().words, 3U);
  EXPECT_EQ(vectors.counts().duplicates, 2U);
  EXPECT_THAT(vector_of(vectors, "a"), ElementsAre(1.0F));
  EXPECT_EQ(vectors.find("c"), 2U);
}

TEST_F(WordFile, WordsThatAreNotUtf8AreLeftOutAndCounted) {
  const WordVectors vectors(write("caf\xc3\xa9 1 2\ncaf\xe9 3 4\n 5 6\nb 7 8\n"));
  EXPECT_EQ(vectors.counts().words, 2U);
  EXPECT_EQ(vectors.counts().unreadable, 2U);
  EXPECT_THAT(vector_of(vectors, "caf\xc3\xa9"), ElementsAre(1.0F, 2.0F));
}

TEST_F(WordFile, NumberbatchHasKeysOfManyLanguages) {
  const fs::path file = write(
      "4 2\n/c/de/hund 1 2\n/c/en/dog 3 4\n/c/en/ice_cream 5 6\n"
      "/c/fr/chien 7 8\n");
  const WordVectors english(file);
  EXPECT_EQ(english.form().name, "numberbatch");
  EXPECT_EQ(english.counts().words, 2U);
  EXPECT_EQ(english.counts().of_other_languages, 2U);
  EXPECT_THAT(vector_of(english, "ice cream"), ElementsAre(5.0F, 6.0F));
  const WordVectors german(file, {.language = "de"});
  EXPECT_THAT(vector_of(german, "hund"), ElementsAre(1.0F, 2.0F));
  EXPECT_THAT(input_error_of([&] { WordVectors(file, {.language = "nl"}); }),
              HasSubstr("no word of the language 'nl'"));
  EXPECT_THAT(vector_of(WordVectors(file, {.form = "word2vec"}), "/c/en/dog"),
              ElementsAre(3.0F, 4.0F));
}

TEST_F(WordFile, BinaryWithAndWithoutLineFeeds) {
  for (const std::string end : {"", "\n"}) {
    const WordVectors vectors(write("1 2\n" + binary_row("the", {1, -2.5F}, end) +
                                    binary_row("\xc3\xa9t\xc3\xa9", {3, 4}, end) +
                                    binary_row("\xe9t", {3, 4}, end)));
    EXPECT_EQ(vectors.form().name, "binary");
    EXPECT_EQ(vectors.counts().words, 2U);
    EXPECT_EQ(vectors.counts().unreadable, 1U);
    EXPECT_THAT(vector_of(vectors, "the"), ElementsAre(1.0F, -2.5F));
    EXPECT_THAT(vector_of(vectors, "\xc3\xa9t\xc3\xa9"), ElementsAre(3.0F, 4.0F));
  }
}

TEST_F(WordFile, ErrorsNameTheLine) {
  EXPECT_THAT(error_of("a 1 2\nb 3 nan\n"),
              AllOf(HasSubstr("v.txt:2: "), HasSubstr("finite"), HasSubstr("'b'")));
  EXPECT_THAT(error_of("2 2\na 1 2\n\nb 3 x\n"), AllOf(HasSubstr("v.txt:4: "), HasSubstr("'x'")));
  EXPECT_THAT(error_of("2 2\na 1 2\nb 3\n"), AllOf(HasSubstr("v.txt:3: "), HasSubstr("fewer")));
  EXPECT_THAT(error_of("a 1 2\nb 3 1e99\n"), HasSubstr("v.txt:2: "));
  EXPECT_THAT(error_of("3 2\na 1 2\nb 3 4\n"), AllOf(HasSubstr("2 rows"), HasSubstr("3")));
  EXPECT_THAT(error_of("a 1\n" + std::string(2 << 20, 'x')), HasSubstr("v.txt:2: "));
  EXPECT_THAT(error_of("1 2\n" + binary_row("a", {1, NAN}, "")),
              AllOf(HasSubstr("finite"), HasSubstr("'a'")));
  EXPECT_THAT(error_of("2 2\n" + binary_row("a", {1, 2}, "") + "b 123"), HasSubstr("within a row"));
  EXPECT_THAT(error_of("2 2\n" + binary_row("a", {1, 2}, "") + "b"), HasSubstr("within a word"));
  EXPECT_THAT(error_of("2 2\n" + binary_row("a", {1, 2}, "")), HasSubstr("announces 2"));
}

TEST_F(WordFile, OtherKindsOfFilesAreTold) {
  EXPECT_THAT(error_of(""), HasSubstr("is empty"));
  EXPECT_THAT(error_of("\xba\x16\x4f\x2f rest"), HasSubstr("fastText"));
  EXPECT_THAT(error_of("\x1f\x8b rest"), HasSubstr("gzip -dc"));
  EXPECT_THAT(error_of("hello world\n"), HasSubstr("not a file of word vectors"));
  EXPECT_THAT(error_of("a 1 2\n", "binary"), HasSubstr("not in format=binary"));
  EXPECT_THAT(error_of("a 1 2\n", "word2vec"), HasSubstr("not in format=word2vec"));
  EXPECT_THAT(error_of("5 70000\na 1\n"), HasSubstr("65536"));
}

TEST_F(WordFile, NumbersTooSmallForAFloatAreNone) {
  const WordVectors vectors(write("a 1e-60 -1e-400 +2\n"));
  EXPECT_THAT(vector_of(vectors, "a"), ElementsAre(0.0F, 0.0F, 2.0F));
}

// Enough rows for many parts: against the file's own order, on one thread and several.
TEST_F(WordFile, PartsOfALargeFileMeet) {
  std::string text;
  constexpr std::uint32_t kRows = 60000;
  for (std::uint32_t i = 0; i < kRows; ++i) {
    text += "w" + std::to_string(i * i) + " " + std::to_string(i);
    for (int d = 0; d < 200; ++d) text += i % 3 == 0 ? " 0.125" : " 0.5";
    text += '\n';
  }
  ASSERT_GT(text.size(), std::size_t{3} << 24);
  const fs::path file = write(text);
  for (const std::size_t threads : {1U, 3U}) {
    const WordVectors vectors(file, {.threads = threads});
    ASSERT_EQ(vectors.counts().words + vectors.counts().duplicates, kRows);
    for (std::uint32_t i = 0; i < kRows; i += 7) {
      const auto vector = vector_of(vectors, "w" + std::to_string(i * i));
      ASSERT_EQ(vector.at(0), static_cast<float>(i));
      ASSERT_EQ(vector.back(), i % 3 == 0 ? 0.125F : 0.5F);
    }
  }
}

TEST_F(WordFile, AnyWordsAreFoundAgain) {
  EXPECT_TRUE(rc::check([&] {
    const auto letters = rc::gen::inRange<char>('a', 'd');
    const auto words =
        *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(letters));
    std::string text = "first 0\n";
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!words[i].empty()) text += words[i] + " " + std::to_string(i + 1) + "\n";
    }
    const WordVectors vectors(write(text));
    for (const auto& word : words) {
      if (word.empty()) continue;
      const auto first = std::ranges::find(words, word) - words.begin();
      RC_ASSERT(vector_of(vectors, word) == std::vector<float>{static_cast<float>(first + 1)});
    }
    RC_ASSERT(!vectors.find("e"));
  }));
}

// The change time of a file cannot be set back, so that the index is put there by hand.
TEST_F(WordFile, AnIndexIsFoundAgainAndADamagedOneIsNotBelieved) {
  const std::string text = "a 1 2\nb 3 4\nc 5 6\n";
  const fs::path file = write(text);
  const PlainFile plain(file);
  const WordForm form = find_word_form(plain, "");
  const WordIndex::Source source{file_stamp(file), digest_of("some way")};
  const WordIndex built(scan_words(plain, form, "en", 1), source);
  const fs::path kept = folder_.path() / "index";
  built.save(kept);

  const auto found = WordIndex::open(kept, source);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->find("b"), 1U);
  EXPECT_EQ(found->word(2), "c");
  EXPECT_EQ(found->numbers(1), built.numbers(1));

  auto other = source;
  other.stamp.modified += 1;
  EXPECT_FALSE(WordIndex::open(kept, other));
  other = source;
  other.reading = digest_of("another way");
  EXPECT_FALSE(WordIndex::open(kept, other));
  EXPECT_FALSE(WordIndex::open(folder_.path() / "none", source));

  const std::string bytes = folder_.read("index");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    folder_.write("index", damaged);
    EXPECT_FALSE(WordIndex::open(kept, source)) << i;
    folder_.write("index", bytes.substr(0, i));
    EXPECT_FALSE(WordIndex::open(kept, source)) << i;
  }
  folder_.write("index", bytes + "x");
  EXPECT_FALSE(WordIndex::open(kept, source));
}

TEST_F(WordFile, OfAFileJustWrittenNothingIsKept) {
  const WordVectorOptions options{.cache = folder_.path() / "cache", .clock = [] {
                                    return std::chrono::system_clock::from_time_t(0);
                                  }};
  const fs::path file = write("a 1\n");
  EXPECT_TRUE(WordVectors(file, options).index_was_made());
  EXPECT_FALSE(fs::exists(options.cache));
}

// A file that rested, damage to its index, and a change of the file.
TEST_F(WordFile, TheIndexOfARestedFileIsKept) {
  const WordVectorOptions options{.cache = folder_.path() / "cache", .clock = [] {
                                    return std::chrono::system_clock::now() + std::chrono::hours(1);
                                  }};
  const fs::path file = write("a 1\nb 2\n");
  EXPECT_TRUE(WordVectors(file, options).index_was_made());
  EXPECT_FALSE(WordVectors(file, options).index_was_made());
  EXPECT_THAT(vector_of(WordVectors(file, options), "b"), ElementsAre(2.0F));
  EXPECT_TRUE(WordVectors(file, {.form = "glove", .language = "de"}).index_was_made());

  const fs::path index = fs::directory_iterator(options.cache)->path();
  fs::resize_file(index, fs::file_size(index) - 1);
  EXPECT_TRUE(WordVectors(file, options).index_was_made());
  EXPECT_FALSE(WordVectors(file, options).index_was_made());

  const WordVectors before(file, options);
  ASSERT_TRUE(test::eventually_ticks(file));
  std::ofstream(file, std::ios::in | std::ios::binary) << "c 5\nd 6\n";
  EXPECT_TRUE(WordVectors(file, options).index_was_made());
  EXPECT_NE(file_stamp(file), before.stamp());
}

TEST_F(WordFile, AFileThatIsCutShortMeanwhileIsToldNotDied) {
  const fs::path file = write("a 1 2\nbb 3 4\n");
  const WordVectors vectors(file);
  fs::resize_file(file, 5);
  EXPECT_THAT(input_error_of([&] { vector_of(vectors, "bb"); }), HasSubstr("fewer than 2 numbers"));
}

}  // namespace word_vectors_test
}  // namespace sonde
