// Published files of word vectors, read as their owners describe them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>

#include "base/parse.h"
#include "base/testing/shared_data.h"
#include "formats/json/json.h"
#include "formats/tables/delimited.h"
#include "formats/testing/formats.h"
#include "formats/words/word_vectors.h"

namespace sonde {
namespace word_files_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Numbers = std::vector<double>;

const fs::path kWords = shared_data("words");

class WordFiles : public testing::Test {
 protected:
  void SetUp() override {
    if (lacks(kWords)) GTEST_SKIP() << kNoSharedData;
  }
};

Numbers vector_of(const WordVectors& vectors, const std::string& word) {
  const auto number = vectors.find(word);
  if (!number) throw std::runtime_error(word + " is not there");
  std::vector<float> numbers(vectors.dimension());
  vectors.read(*number, numbers);
  return {numbers.begin(), numbers.end()};
}

struct Known {
  std::string file, form;
  std::size_t dimension;
  std::uint64_t announced, words;
  std::string word;
  double first, last;
};

// Counts and numbers were taken from the files by awk.
TEST_F(WordFiles, AreReadAsDescribed) {
  for (const Known& known : std::vector<Known>{
           {"glove50_4k/glove50_4k.txt", "word2vec", 50, 4196, 4197, "the", .418, -.78581},
           {"tiny_vectors/test_glove.txt", "glove", 50, 0, 76, "the", .418, -.78581},
           {"tiny_vectors/lee_fasttext.vec", "word2vec", 10, 1762, 1762, "the", -.65992, .099763},
           {"tiny_vectors/crime-and-punishment.vec", "word2vec", 5, 291, 291, "\u0438", -.11189,
            -.022506},
           {"tiny_vectors/word2vec_pre_kv_c", "word2vec", 10, 1750, 1750, "the", -.561106,
            -1.416105},
           {"tiny_vectors/euclidean_vectors.bin", "binary", 10, 2747, 2747, "the",
            .4214532673358917, .2486838549375534},
           {"tiny_vectors/_test_file_en.txt", "word2vec", 300, 10, 10, "##", -.0264, -0.0094}}) {
    SCOPED_TRACE(known.file);
    const WordVectors vectors(kWords / known.file);
    EXPECT_EQ(vectors.form().name, known.form);
    EXPECT_EQ(vectors.dimension(), known.dimension);
    EXPECT_EQ(vectors.form().announced.value_or(0), known.announced);
    EXPECT_EQ(vectors.counts().words, known.words);
    EXPECT_EQ(vectors.counts().duplicates, 0U);
    EXPECT_EQ(vectors.counts().unreadable, 0U);
    const auto numbers = vector_of(vectors, known.word);
    EXPECT_NEAR(numbers.front(), known.first, 1e-7);
    EXPECT_NEAR(numbers.back(), known.last, 1e-7);
  }
}

// A row of text: the word, which may have blanks, and its numbers, by the standard library.
std::pair<std::string, Numbers> row_of(const std::string& line, std::size_t dimension) {
  std::string rest = line.substr(0, line.find_last_not_of(" \r") + 1);
  Numbers numbers(dimension);
  for (std::size_t i = dimension; i-- > 0;) {
    const auto blank = rest.rfind(' ');
    numbers[i] = std::strtod(rest.c_str() + blank, nullptr);
    rest.resize(blank);
  }
  return {rest, numbers};
}

std::size_t expect_every_row(const fs::path& file) {
  const WordVectors vectors(file);
  std::ifstream in(file);
  std::string line;
  if (vectors.form().announced) std::getline(in, line);
  std::size_t rows = 0;
  for (; std::getline(in, line); ++rows) {
    const auto [word, want] = row_of(line, vectors.dimension());
    const auto numbers = vector_of(vectors, word);
    for (std::size_t i = 0; i < want.size(); ++i) {
      EXPECT_EQ(numbers[i], static_cast<double>(static_cast<float>(want[i]))) << word;
    }
  }
  EXPECT_EQ(rows, vectors.counts().words);
  return rows;
}

TEST_F(WordFiles, EveryRowOfTextIsAsTheStandardLibraryReadsIt) {
  for (const char* file :
       {"glove50_4k/glove50_4k.txt", "tiny_vectors/test_glove.txt", "tiny_vectors/lee_fasttext.vec",
        "tiny_vectors/word2vec_pre_kv_c", "tiny_vectors/crime-and-punishment.vec"}) {
    SCOPED_TRACE(file);
    EXPECT_GT(expect_every_row(kWords / file), 70U);
  }
}

TEST_F(WordFiles, SamplesOfGloveWithoutAHeader) {
  for (const std::string dimension : {"100", "300"}) {
    SCOPED_TRACE(dimension);
    const TemporaryFolder folder;
    const auto file = kWords / "tiny_vectors" / ("glove.6B." + dimension + "d.sample.txt.gz");
    ASSERT_TRUE(folder.python("import gzip\nopen('glove.txt', 'wb').write(gzip.open('" +
                              file.string() + "').read())\n"));
    EXPECT_GT(expect_every_row(folder.path() / "glove.txt"), 70U);
    EXPECT_EQ(WordVectors(folder.path() / "glove.txt").dimension(), std::stoul(dimension));
  }
}

TEST_F(WordFiles, WordsThatAreNotUtf8AreCounted) {
  const WordVectors vectors(kWords / "tiny_vectors/pang_lee_polarity_fasttext.vec");
  EXPECT_EQ(vectors.counts().words + vectors.counts().unreadable, 1694U);
  EXPECT_EQ(vectors.counts().unreadable, 5U);
  EXPECT_NEAR(vector_of(vectors, ".").front(), -.0073677, 1e-9);
}

TEST_F(WordFiles, NumberbatchOfAnotherLanguage) {
  const fs::path file = kWords / "tiny_vectors/_test_file.txt";
  const WordVectors vectors(file, {.language = "af"});
  EXPECT_EQ(vectors.form().name, "numberbatch");
  EXPECT_EQ(vectors.counts().words, 10U);
  EXPECT_EQ(vector_of(vectors, "a foei tog").size(), 300U);
  EXPECT_NEAR(vector_of(vectors, "1 konings").front(), -.1165, 1e-7);
  EXPECT_THAT(input_error_of([&] { WordVectors english(file); }),
              HasSubstr("no word of the language 'en'"));
}

// fastText's .bin has the vectors of its .vec, and gensim's of words missing in it.
TEST_F(WordFiles, AFastTextModelHasTheVectorsOfItsTable) {
  const WordVectors model(kWords / "tiny_vectors/crime-and-punishment.bin");
  const WordVectors table(kWords / "tiny_vectors/crime-and-punishment.vec");
  ASSERT_EQ(model.counts().words, table.counts().words);
  std::vector<float> numbers(model.dimension()), expected(model.dimension());
  for (std::uint32_t i = 0; i < table.counts().words; ++i) {
    table.read(i, expected);
    model.read(model.find(table.word(i)).value(), numbers);
    for (std::size_t d = 0; d < numbers.size(); ++d) EXPECT_NEAR(numbers[d], expected[d], 1e-5);
  }
  const auto others = read_json(kWords / "tiny_vectors/fasttext_expected.json");
  for (const auto& [name, vector] : others.at("crime-and-punishment.bin").items()) {
    const auto end = name.find(" (OOV)");
    if (end == name.npos) continue;
    model.read_subwords(name.substr(0, end), numbers);
    for (std::size_t d = 0; d < numbers.size(); ++d) {
      EXPECT_NEAR(numbers[d], vector[d].get<float>(), 1e-5) << name;
    }
  }
}

std::vector<std::string> split(std::string_view list) {
  const auto parts = parts_of(list, ',');
  return {parts.begin(), parts.end()};
}

double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double cosine(const Numbers& a, const Numbers& b) {
  return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}

double nearness(const Numbers& a, const Numbers& b) {
  return 2 * dot(a, b) - dot(a, a) - dot(b, b);
}

using Similarity = std::function<double(const Numbers&, const Numbers&)>;

std::string nearest(const WordVectors& vectors, const Numbers& to,
                    const std::vector<std::string>& options, const Similarity& similarity) {
  std::string best;
  double most = -INFINITY;
  for (const auto& option : options) {
    const double found = similarity(to, vector_of(vectors, option));
    if (found <= most) continue;
    most = found;
    best = option;
  }
  return best;
}

std::vector<std::vector<std::string>> records_of(const fs::path& file) {
  DelimitedReader reader(file);
  std::vector<std::vector<std::string>> records;
  for (std::vector<std::string> fields; reader.next(fields);) records.push_back(fields);
  records.erase(records.begin());
  return records;
}

double synonyms_found(const WordVectors& vectors, const Similarity& similarity) {
  const auto records = records_of(kWords / "glove50_4k/synonyms.csv");
  double right = 0;
  for (const auto& fields : records) {
    const auto word = vector_of(vectors, fields.at(0));
    right += nearest(vectors, word, split(fields.at(1)), similarity) == fields.at(2) ? 1 : 0;
  }
  return right / static_cast<double>(records.size());
}

TEST_F(WordFiles, SynonymsAreFoundAsOftenAsTheirOwnersSay) {
  const WordVectors vectors(kWords / "glove50_4k/glove50_4k.txt");
  EXPECT_NEAR(synonyms_found(vectors, nearness), .66667, 1e-5);
  EXPECT_NEAR(synonyms_found(vectors, cosine), .83333, 1e-5);
}

TEST_F(WordFiles, AnalogiesAreFoundAsOftenAsTheirOwnersSay) {
  const WordVectors vectors(kWords / "glove50_4k/glove50_4k.txt");
  const auto records = records_of(kWords / "glove50_4k/analogies.csv");
  double right = 0;
  for (const auto& fields : records) {
    const auto words = split(fields.at(0));
    Numbers wanted = vector_of(vectors, words.at(1));
    const auto a = vector_of(vectors, words.at(0));
    const auto c = vector_of(vectors, words.at(2));
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] += c[i] - a[i];
    right += nearest(vectors, wanted, split(fields.at(1)), cosine) == words.at(3) ? 1 : 0;
  }
  EXPECT_NEAR(right / static_cast<double>(records.size()), .64, 1e-9);
}

}  // namespace word_files_test
}  // namespace sonde
