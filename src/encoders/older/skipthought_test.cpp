// Skip-Thoughts against a reference in NumPy (tools/golden/make_golden_skipthought.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace skipthought_test {

using testing::HasSubstr;

const auto kThoughts = test::golden_folder("skipthought");
const std::string kOfThoughts = "skipthought:" + kThoughts.string();

nlohmann::json thoughts() { return read_json(kThoughts / "expected.json"); }

std::vector<double> of_length_one(std::vector<double> numbers) {
  double squares = 0;
  for (const double x : numbers) squares += x * x;
  for (double& x : numbers) x /= std::sqrt(squares);
  return numbers;
}

void expect_thought(std::span<const float> found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(found[i]), expected[i], 1e-6);
  }
}

TEST(SkipThought, VectorsAreThoseOfTheReference) {
  const auto uni = test::encoder(kOfThoughts + "?model=uni&normalize=false");
  const auto bi = test::encoder(kOfThoughts + "?model=bi&normalize=false");
  const auto both = test::encoder(kOfThoughts);
  for (const auto& row : thoughts()) {
    const std::vector<std::string> text{row.at("text")};
    const auto one = row.at("uni").get<std::vector<double>>();
    const auto two = row.at("bi").get<std::vector<double>>();
    expect_thought(test::encode(*uni, text).vector(0), one);
    expect_thought(test::encode(*bi, text).vector(0), two);
    auto all = of_length_one(one);
    const auto more = of_length_one(two);
    all.insert(all.end(), more.begin(), more.end());
    const auto encoded = test::encode(*both, text);
    expect_thought(encoded.vector(0), all);
    EXPECT_EQ(encoded.remarks[0].unknown, row.at("unknown").get<std::uint32_t>());
  }
}

TEST(SkipThought, AVectorDependsOnItsTextAlone) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < 90; ++i) {
    std::string text = i % 2 == 0 ? "the dog" : "a man";
    for (std::size_t k = 0; k < i % 5; ++k) text += i % 3 == 0 ? " sees" : " sleeps";
    sentences.push_back(text + (i % 7 == 0 ? " old" : " cat"));
  }
  const auto together = test::encode(*test::encoder(kOfThoughts, 2), sentences);
  const auto alone = test::encoder(kOfThoughts, 1);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto single = test::encode(*alone, {sentences[i]});
    EXPECT_TRUE(test::same_bits(single.vector(0), together.vector(i))) << sentences[i];
  }
}

TEST(SkipThought, ATextWithoutWordsIsUndefined) {
  const auto encoder = test::encoder(kOfThoughts + "?split=spaces");
  EXPECT_TRUE(test::encode(*encoder, {" "}).remarks[0].undefined);
  EXPECT_EQ(encoder->unknown_words({"the zebra dog."}),
            (std::vector<std::string>{"zebra", "dog."}));
}

std::string thought_error(const std::string& file, const std::string& content) {
  const test::Folder folder;
  std::filesystem::copy(kThoughts, folder.path());
  folder.write(file, content);
  return input_error_of(
      [&] { test::encode(*test::encoder("skipthought:" + folder.path().string()), {"the dog"}); });
}

std::string error_of_thoughts_weights(const std::string& was, const std::string& is) {
  std::string bytes = read_file(kThoughts / "model.safetensors", 1 << 20);
  const auto at = bytes.find(was);
  EXPECT_NE(at, bytes.npos);
  return thought_error("model.safetensors", bytes.replace(at, was.size(), is));
}

TEST(SkipThought, WeightsThatLackOrHaveAnotherSizeAreNamed) {
  EXPECT_THAT(error_of_thoughts_weights("uni.bias_hh_l0\"", "uni.xias_hh_l0\""),
              HasSubstr("has no tensor 'uni.bias_hh_l0'"));
  EXPECT_THAT(error_of_thoughts_weights("[24,8]", "[8,24]"),
              HasSubstr("has the shape [8, 24], not [24, 8]"));
  EXPECT_THAT(error_of_thoughts_weights("[24,5]", "[20,6]"), HasSubstr("not three rows per unit"));
}

TEST(SkipThought, FilesThatDoNotBelongTogetherAreRefused) {
  EXPECT_THAT(thought_error("dictionary.txt", "UNK\ndog\n"),
              HasSubstr("utable.npy: has 22 rows, but dictionary.txt 2 words"));
  std::string words = read_file(kThoughts / "dictionary.txt", 1 << 20);
  words.replace(words.find("UNK"), 3, "UNQ");
  EXPECT_THAT(thought_error("dictionary.txt", words), HasSubstr("has no word 'UNK'"));
  std::string table = read_file(kThoughts / "btable.npy", 1 << 20);
  table.replace(table.size() - 22 * 20, 4, "\xff\xff\xff\xff");
  EXPECT_THAT(thought_error("btable.npy", table),
              HasSubstr("row 0 has a number that is not finite"));
}

}  // namespace skipthought_test
}  // namespace sonde
