#include "run/vectors/vector_source.h"

#include <array>
#include <cmath>
#include <map>

#include "run/run_folder_test.h"
#include "run/vectors/noise_floor.h"
#include "sonde/error.h"

namespace sonde {
namespace vector_source_test {

// Counts its work: the length of a text is its vector.
class CountingEncoder : public Encoder {
 public:
  CountingEncoder() { view_.what = digest_of("counting"); }
  std::span<const Identity> views() const override { return {&view_, 1}; }
  std::size_t dimension() const override { return 2; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ++times[texts[i].text];
      out[0](i, 0) = static_cast<float>(texts[i].text.size());
      out[0](i, 1) = 1;
      remarks[i] = {3, 3, 0, false};
    }
  }

  std::map<std::string, int> times;

 private:
  Identity view_;
};

std::vector<Text> some_texts() {
  std::vector<Text> texts;
  for (int i = 0; i < 1500; ++i) texts.push_back({"sentence " + std::to_string(i)});
  return texts;
}

TEST_F(RunTest, EachSentenceIsEncodedOnce) {
  const auto encoder = std::make_shared<CountingEncoder>();
  const auto store = open_vector_store(folder_ / "store");
  const auto texts = some_texts();
  std::size_t heard = 0;
  VectorSource source(encoder, store.get(), [&](std::size_t count) { heard += count; });
  source.keep(texts, source.keys(texts));
  source.keep(texts, source.keys(texts));
  EXPECT_EQ(source.encoded(), texts.size());
  EXPECT_EQ(heard, 2 * texts.size());
  for (const auto& [text, times] : encoder->times) EXPECT_EQ(times, 1) << text;

  MatrixOf<float> out(texts.size(), 2);
  std::vector<Remark> remarks(texts.size());
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_EQ(encoder->times.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(out[i][0], static_cast<float>(texts[i].text.size()));
    EXPECT_EQ(remarks[i].tokens, 3U);
  }
}

TEST_F(RunTest, WhatTheStoreLacksIsMadeWhenAskedFor) {
  const auto encoder = std::make_shared<CountingEncoder>();
  const auto store = open_vector_store(folder_ / "store");
  VectorSource source(encoder, store.get(), [](std::size_t) {});
  const std::vector<Text> texts{{"a"}, {"bb"}, {"a"}};
  MatrixOf<float> out(3, 2);
  std::vector<Remark> remarks(3);
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_EQ(out[1][0], 2);
  EXPECT_EQ(out[2][0], 1);
}

// Fails after the first three texts of a call.
class FailingEncoder : public CountingEncoder {
 public:
  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override {
    encode(texts, out, remarks);
    done(std::array<std::size_t, 2>{2, 0});
    done(std::array<std::size_t, 1>{1});
    throw Error(ErrorKind::kInterrupted, "stopped");
  }
};

TEST_F(RunTest, WhatIsEncodedBeforeAFailureIsKept) {
  const auto store = open_vector_store(folder_ / "store");
  std::size_t heard = 0;
  VectorSource source(std::make_shared<FailingEncoder>(), store.get(),
                      [&](std::size_t count) { heard += count; });
  const std::vector<Text> texts{{"a"}, {"bb"}, {"ccc"}, {"dddd"}, {"eeeee"}};
  EXPECT_THROW(source.keep(texts, source.keys(texts)), Error);
  EXPECT_EQ(heard, 3U);
  std::vector<std::uint8_t> found(5);
  MatrixOf<float> out(5, 2);
  std::vector<Remark> remarks(5);
  store->read(source.encoder().views()[0], source.keys(texts), out.view(), remarks, found);
  EXPECT_EQ(found, (std::vector<std::uint8_t>{1, 1, 1, 0, 0}));
  EXPECT_EQ(out[1][0], 2);
  EXPECT_EQ(out[2][0], 3);
}

TEST_F(RunTest, WithoutAStoreEachTextOfACallIsEncodedOnce) {
  const auto encoder = std::make_shared<CountingEncoder>();
  VectorSource source(encoder, nullptr, [](std::size_t) {});
  const std::vector<Text> texts{{"a"}, {"bb"}, {"a"}};
  MatrixOf<float> out(3, 2);
  std::vector<Remark> remarks(3);
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_EQ(encoder->times, (std::map<std::string, int>{{"a", 1}, {"bb", 1}}));
  EXPECT_EQ(out[0][0], 1);
  EXPECT_EQ(out[1][0], 2);
  EXPECT_EQ(out[2][0], 1);
  EXPECT_EQ(remarks[2].tokens, 3U);
}

// Has two views. The second has no vector of a certain text.
class HalfEncoder : public Encoder {
 public:
  HalfEncoder() {
    views_[0].what = digest_of("whole");
    views_[1].what = digest_of("half");
  }
  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override { return 1; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool half = texts[i].text == "half";
      out[0](i, 0) = 1;
      out[1](i, 0) = half ? NAN : 1;
      remarks[i] = {3, 3, 0, half};
    }
  }

 private:
  std::array<Identity, 2> views_;
};

TEST_F(RunTest, ATextWithoutAVectorInOneViewHasItsVectorInTheOther) {
  const auto store = open_vector_store(folder_ / "store");
  VectorSource source(std::make_shared<HalfEncoder>(), store.get(), [](std::size_t) {});
  const std::vector<Text> texts{{"whole"}, {"half"}};
  MatrixOf<float> out(2, 1);
  std::vector<Remark> remarks(2);
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_FALSE(remarks[0].undefined || remarks[1].undefined);
  source.vectors(1, texts, out.view(), remarks);
  EXPECT_TRUE(!remarks[0].undefined && remarks[1].undefined && std::isnan(out[1][0]));
}

// Vectors lean towards the place that their text has in its batch.
class LeaningEncoder : public Encoder {
 public:
  LeaningEncoder() {
    view_.what = digest_of("leaning");
    view_.batch_dependent = true;
  }
  std::span<const Identity> views() const override { return {&view_, 1}; }
  std::size_t dimension() const override { return 2; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ++calls;
      out[0](i, 0) = static_cast<float>(texts[i].text.size());
      out[0](i, 1) = 0.01F * static_cast<float>(i);
      remarks[i] = {};
    }
  }

  int calls = 0;

 private:
  Identity view_;
};

NoiseSample sample_of(const std::vector<Text>& texts) {
  NoiseSample sample;
  sample.add(texts, false);
  return sample;
}

TEST_F(RunTest, NoiseIsMeasuredOnceAndKept) {
  const auto encoder = std::make_shared<LeaningEncoder>();
  const auto store = open_vector_store(folder_ / "store");
  const auto texts = sample_of(some_texts()).texts();
  ASSERT_EQ(texts.size(), 200U);
  const auto floors = noise_floor(encoder, *store, texts);
  ASSERT_EQ(floors.size(), 1U);
  EXPECT_GT(floors[0], 1e-6);
  EXPECT_LT(floors[0], 0.5);
  const int calls = encoder->calls;
  EXPECT_EQ(calls, 400);
  EXPECT_EQ(noise_floor(encoder, *store, texts), floors);
  EXPECT_EQ(encoder->calls, calls);
}

TEST_F(RunTest, SondesOwnEngineHasNoNoise) {
  const std::string tiny = "hf:" SONDE_SOURCE_DIR "/tests/golden/plain-bert";
  for (const std::string& spec :
       {tiny + "?layer=0,3", tiny + "?layer=words", tiny + "?pooling=cls"}) {
    const std::shared_ptr<Encoder> encoder = make_encoder(parse_spec(spec), {{}, 2});
    const auto store = open_vector_store(folder_ / "store");
    std::vector<Text> texts;
    for (const char* words : {"a dog", "the old man", "a river and a stone"}) {
      for (int i = 0; i < 40; ++i) texts.push_back({std::string(words) + " " + std::to_string(i)});
    }
    for (const double floor : noise_floor(encoder, *store, sample_of(texts).texts())) {
      EXPECT_EQ(floor, 0) << spec;
    }
  }
}

TEST_F(RunTest, NoiseOfTooFewTextsIsUndefined) {
  const auto store = open_vector_store(folder_ / "store");
  const std::vector<Text> one{{"a"}};
  EXPECT_TRUE(std::isnan(noise_floor(std::make_shared<LeaningEncoder>(), *store, one)[0]));
}

}  // namespace vector_source_test
}  // namespace sonde
