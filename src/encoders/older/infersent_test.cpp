// InferSent against its authors' code on PyTorch (tools/golden/make_golden_lstm.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace infersent_test {

using testing::HasSubstr;

const auto kInferSent = test::golden_folder("infersent");
const std::string kOfInferSent =
    "infersent:" + kInferSent.string() + "?words=" + (kInferSent / "words.txt").string();

TEST(InferSent, VectorsAreThoseOfItsAuthors) {
  const auto expected = read_json(kInferSent / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  for (const auto& row : expected.at("cases")) {
    const auto options = row.at("options").get<std::string>();
    const auto encoded = test::encode(*test::encoder(kOfInferSent + "&" + options), sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      EXPECT_EQ(encoded.remarks[i].undefined, sentences[i] == "zebra");
      if (encoded.remarks[i].undefined) continue;
      const auto vector = row.at("vectors")[i].get<std::vector<double>>();
      for (std::size_t d = 0; d < vector.size(); ++d) {
        ASSERT_NEAR(static_cast<double>(encoded.vector(i)[d]), vector[d], 1e-6)
            << options << ' ' << sentences[i];
      }
    }
  }
}

TEST(InferSent, AVectorDependsOnItsTextAlone) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < 90; ++i) {
    std::string text = i % 2 == 0 ? "the dog" : "a man";
    for (std::size_t k = 0; k < i % 5; ++k) text += i % 3 == 0 ? " sees" : " sleeps";
    sentences.push_back(text + (i % 7 == 0 ? " old" : " cat"));
  }
  const auto together = test::encode(*test::encoder(kOfInferSent, 2), sentences);
  const auto alone = test::encoder(kOfInferSent, 1);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto single = test::encode(*alone, {sentences[i]});
    EXPECT_TRUE(test::same_bits(single.vector(0), together.vector(i))) << sentences[i];
  }
}

TEST(InferSent, AStopIsHeardBetweenBatches) {
  auto context = test::context(1);
  int asked = 0;
  context.stop = [&] { return ++asked > 1; };
  const auto encoder = make_encoder(parse_spec(kOfInferSent), context);
  try {
    test::encode(*encoder, {"the dog", "the dog sleeps", "the old dog sleeps"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  EXPECT_EQ(asked, 2);
}

TEST(InferSent, UnknownWordsAreListedAndCounted) {
  const auto encoder = test::encoder(kOfInferSent + "&split=spaces");
  EXPECT_EQ(encoder->unknown_words({"the zebra dog."}),
            (std::vector<std::string>{"zebra", "dog."}));
  EXPECT_EQ(test::encode(*encoder, {"the zebra dog."}).remarks[0].unknown, 2U);
}

// Its error after `change` in the header of the weights.
std::string error_after(const std::string& was, const std::string& is) {
  const test::Folder folder;
  std::filesystem::copy(kInferSent, folder.path());
  std::string bytes = read_file(folder.path() / "model.safetensors", 1 << 20);
  const auto at = bytes.find(was);
  EXPECT_NE(at, bytes.npos);
  bytes.replace(at, was.size(), is);
  folder.write("model.safetensors", bytes);
  return input_error_of([&] {
    test::encode(*test::encoder("infersent:" + folder.path().string() +
                                "?words=" + (folder.path() / "words.txt").string()),
                 {"the dog"});
  });
}

TEST(InferSent, WeightsThatLackOrHaveAnotherSizeAreNamed) {
  for (const std::string name : {"weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"}) {
    const std::string quoted = "enc_lstm." + name + "\"";
    EXPECT_THAT(error_after(quoted, "enc_lstm.x" + name.substr(1) + "\""),
                HasSubstr("has no tensor 'enc_lstm." + name + "'"));
  }
  EXPECT_THAT(error_after("[20,5]", "[5,20]"), HasSubstr("has the shape [5, 20], not [20, 5]"));
  EXPECT_THAT(error_after("[20,6]", "[6,20]"), HasSubstr("not four rows per unit"));
}

TEST(InferSent, WordsOfAnotherSizeAreRefused) {
  const TemporaryFolder folder;
  const auto words = folder.write("w.txt", "dog 1 2 3\n");
  EXPECT_THAT(input_error_of([&] {
                test::encoder("infersent:" + kInferSent.string() + "?words=" + words.string());
              }),
              HasSubstr("w.txt: has words of 3 numbers, but the LSTM takes 6"));
}

}  // namespace infersent_test
}  // namespace sonde
