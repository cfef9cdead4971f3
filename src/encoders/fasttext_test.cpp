// fastText's models against fastText's own vectors (tools/golden/make_golden_fasttext.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "encoders/encode_test.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "formats/testing/formats.h"
#include "formats/words/word_vectors.h"

namespace sonde {
namespace fasttext_test {

using testing::HasSubstr;

const auto kFastText = test::golden_folder("fasttext");
constexpr const char* kItsRule = "?combine=fasttext&split=spaces&lower=false";

void expect_near_floats(std::span<const float> given, const std::vector<double>& expected,
                        const std::string& what, double tolerance = 1e-6) {
  ASSERT_EQ(given.size(), expected.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(given[i]), expected[i], tolerance) << what;
  }
}

TEST(FastText, WordsKnownAndUnknownHaveItsVectors) {
  const auto expected = read_json(kFastText / "expected.json");
  for (const auto& row : expected.at("cases")) {
    const WordVectors vectors(kFastText / row.at("file").get<std::string>());
    EXPECT_EQ(vectors.counts().words, row.at("known").size());
    std::vector<float> numbers(vectors.dimension());
    for (const auto& [word, vector] : row.at("words").items()) {
      std::ranges::fill(numbers, 0.0F);
      if (const auto number = vectors.find(word)) {
        vectors.read(*number, numbers);
      } else if (vectors.has_subwords(word)) {
        vectors.read_subwords(word, numbers);
      }
      expect_near_floats(numbers, vector.get<std::vector<double>>(), word);
    }
  }
}

TEST(FastText, SentencesHaveItsVectors) {
  const auto expected = read_json(kFastText / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  for (const auto& row : expected.at("cases")) {
    const auto file = kFastText / row.at("file").get<std::string>();
    const auto encoder = test::encoder("words:" + file.string() + kItsRule);
    const auto encoded = test::encode(*encoder, sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto vector = row.at("sentences")[i].get<std::vector<double>>();
      const bool zero = std::ranges::count(vector, 0.0) == std::ssize(vector);
      EXPECT_EQ(encoded.remarks[i].undefined, zero);
      if (!zero) expect_near_floats(encoded.vector(i), vector, sentences[i]);
    }
  }
}

// Against the vectors that its own program prints.
TEST(Sent2Vec, VectorsAreItsOwn) {
  const auto folder = test::golden_folder("sent2vec");
  const auto expected = read_json(folder / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  const auto encoder = test::encoder("sent2vec:" + (folder / "tiny.bin").string());
  const auto encoded = test::encode(*encoder, sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    expect_near_floats(encoded.vector(i), expected.at("vectors")[i].get<std::vector<double>>(),
                       sentences[i], 1e-5);  // it prints five digits
  }
  const auto remarks = test::encode(*encoder, {"the zebra", "zebra"}).remarks;
  EXPECT_EQ(remarks[0].unknown, 1U);
  EXPECT_TRUE(remarks[1].undefined);
  const auto lowered = test::encode(
      *test::encoder("sent2vec:" + (folder / "tiny.bin").string() + "?lower=true"), {"THE dog"});
  const auto plain = test::encode(*encoder, {"the dog"});
  EXPECT_TRUE(test::same_bits(lowered.vector(0), plain.vector(0)));
}

TEST(Sent2Vec, TheWrongProgramsFilesAndCutOnesAreTold) {
  const auto file = test::golden_folder("sent2vec") / "tiny.bin";
  const TemporaryFolder folder;
  const auto cut = folder.write("cut.bin", read_file(file, 1 << 20).substr(0, 700));
  EXPECT_THAT(input_error_of([&] { test::encoder("sent2vec:" + cut.string()); }),
              HasSubstr("it was cut off"));
  EXPECT_THAT(input_error_of([&] { test::encoder("words:" + file.string()); }),
              HasSubstr("write sent2vec:"));
  EXPECT_THAT(
      input_error_of([&] { test::encoder("sent2vec:" + (kFastText / "one.bin").string()); }),
      HasSubstr("write words:"));
}

TEST(FastText, AnyOrderOfKnownAndUnknownWordsHasTheSameBits) {
  const std::string spec = "words:" + (kFastText / "skipgram.bin").string();
  const std::string sentence = "zebra dog yak cat xenon the";
  const auto alone = test::encode(*test::encoder(spec), {sentence});
  const auto encoded = test::encode(
      *test::encoder(spec), {"the cat", "yak the xenon cat zebra dog", "xenon yak", sentence});
  EXPECT_TRUE(test::same_bits(encoded.vector(1), encoded.vector(3)));
  EXPECT_TRUE(test::same_bits(alone.vector(0), encoded.vector(3)));
  EXPECT_EQ(encoded.remarks[2].unknown, 0U);
}

TEST(FastText, AModelWithoutNgramsLacksWords) {
  const std::string spec = "words:" + (kFastText / "whole.bin").string();
  EXPECT_EQ(test::encoder(spec)->unknown_words({"the dog zebra"}),
            std::vector<std::string>{"zebra"});
}

TEST(FastText, AFileCutOffAnywhereIsToldSo) {
  const std::string whole = read_file(kFastText / "skipgram.bin", 1 << 20);
  const TemporaryFolder folder;
  for (std::size_t length = 8; length < whole.size(); length += 23) {
    const auto file = folder.write("m.bin", whole.substr(0, length));
    EXPECT_THAT(input_error_of([&] { WordVectors{file}; }), HasSubstr("it was cut off"));
  }
}

TEST(FastText, WhatDoesNotFitIsTold) {
  const std::string whole = read_file(kFastText / "skipgram.bin", 1 << 20);
  const TemporaryFolder folder;
  const auto error = [&](std::size_t at, std::int32_t number) {
    std::string bytes = whole;
    bytes.replace(at, sizeof number, reinterpret_cast<const char*>(&number), sizeof number);
    const auto file = folder.write("m.bin", bytes);
    return input_error_of([&] { WordVectors{file}; });
  };
  EXPECT_THAT(error(4, 13), HasSubstr("version 13"));
  EXPECT_THAT(error(8, 0), HasSubstr("'dim' is 0"));
  EXPECT_THAT(error(8, 6), HasSubstr("rows of 5 numbers"));
  EXPECT_THAT(error(36, 4), HasSubstr("sent2vec:"));
  EXPECT_THAT(error(40, 41), HasSubstr("its matrix has"));
  EXPECT_THAT(error(64, -1), HasSubstr("'size' is -1"));
  EXPECT_THAT(error(88, 0), HasSubstr("pruned"));
}

}  // namespace fasttext_test
}  // namespace sonde
