// The bits of a vector depend on its text alone: against every text encoded
// alone on one thread, whatever the length, batch, threads, order, neighbours and taps.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "encoders/encode_test.h"
#include "engine/cpu.h"

namespace sonde {
namespace {

constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 256;

const std::vector<std::string>& words() {
  static const std::vector<std::string> words = {
      "the", "a",    "river", "stone", "bridge", "old",   "new",  "green", "sings", "walks",
      "and", "dog",  "house", "light", "never",  "under", "city", "blue",  "water", "paper",
      "not", "book", "field", "night", "quiet",  "three", "fire", "glass", "road",  "winter"};
  return words;
}

// A sentence of `tokens` tokens, [CLS] and [SEP] counted.
std::string sentence_of(std::size_t tokens, std::mt19937& random) {
  std::string sentence;
  for (std::size_t i = 2; i < tokens; ++i) {
    sentence += (i > 2 ? " " : "") + words()[random() % words().size()];
  }
  return sentence;
}

// Short sentences in batches of up to 64, and every 9th length up to the longest.
std::vector<std::string> sentences() {
  std::mt19937 random(11);
  std::vector<std::string> sentences;
  const auto add = [&](std::size_t tokens, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sentences.push_back(sentence_of(tokens, random));
  };
  for (const std::size_t tokens : {3U, 4U, 5U, 7U, 8U, 11U, 15U, 16U}) add(tokens, 64);
  for (std::size_t tokens = 6; tokens < 64; tokens += 5) add(tokens, 17);
  for (std::size_t tokens = 64; tokens < kLongest; tokens += 23) add(tokens, 3);
  add(kLongest, 5);
  for (std::size_t tokens = kShortest; tokens < kLongest; tokens += 9) add(tokens, 1);
  return sentences;
}

struct Model {
  std::string name;
  std::string spec;
  std::size_t layers;
};

class SameBits : public testing::TestWithParam<Model> {
 protected:
  void SetUp() override {
    const bool in_bf16 = GetParam().spec.find("bf16") != std::string::npos;
    if (in_bf16 && cpu_class().find("bf16") == std::string_view::npos) {
      GTEST_SKIP() << "this processor does not compute in bf16";
    }
    all_ = sentences();
    alone_ = encoded_alone();
  }

  using Vectors = std::map<std::string, std::vector<float>>;

  // One by one on one thread, once a model.
  const Vectors* encoded_alone() const {
    static std::map<std::string, Vectors> known;
    const auto [entry, is_new] = known.try_emplace(GetParam().name);
    if (!is_new) return &entry->second;
    const auto encoder = make(1, "");
    for (const auto& sentence : all_) {
      const auto encoded = test::encode(*encoder, {sentence});
      const auto vector = encoded.vector(0);
      entry->second[sentence] = {vector.begin(), vector.end()};
    }
    return &entry->second;
  }

  std::unique_ptr<Encoder> make(std::size_t threads, const std::string& more) const {
    return test::encoder(GetParam().spec + more, threads);
  }

  void expect_same(Encoder& encoder, const std::vector<std::string>& sentences,
                   std::size_t view = 0) {
    const auto encoded = test::encode(encoder, sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      ASSERT_TRUE(test::same_bits(encoded.vector(i, view), alone_->at(sentences[i])))
          << encoded.remarks[i].kept << " tokens, one of " << sentences.size();
    }
  }

  std::vector<std::string> all_;
  const Vectors* alone_ = nullptr;
};

TEST_P(SameBits, WhateverTheThreadsAndTheOrder) {
  std::mt19937 random(5);
  for (const std::size_t threads : {1U, 2U, 4U}) {
    SCOPED_TRACE(threads);
    const auto encoder = make(threads, "");
    expect_same(*encoder, all_);
    std::ranges::shuffle(all_, random);
    expect_same(*encoder, all_);
  }
}

// Of every batch size from 1 to 64, and beside sentences of any other length.
TEST_P(SameBits, WhateverTheBatch) {
  std::map<std::size_t, std::vector<std::string>> by_length;
  for (const auto& sentence : all_) {
    by_length[static_cast<std::size_t>(std::ranges::count(sentence, ' '))].push_back(sentence);
  }
  const auto encoder = make(2, "");
  for (auto& [length, sentences] : by_length) {
    if (length > 6) break;
    for (std::size_t size = 64; size > 0; size -= size > 8 ? 7 : 1) {
      if (sentences.size() < size) continue;
      sentences.resize(size);
      expect_same(*encoder, sentences);
    }
  }
  std::mt19937 random(7);
  for (std::size_t size = 2; size <= 64; size += 13) {
    std::vector<std::string> some;
    std::ranges::sample(all_, std::back_inserter(some), static_cast<std::ptrdiff_t>(size), random);
    std::ranges::shuffle(some, random);
    expect_same(*encoder, some);
  }
}

TEST_P(SameBits, WhateverTheTaps) {
  std::string layers = "&layer=-1";
  for (std::size_t layer = 0; layer < GetParam().layers; ++layer) {
    layers += "," + std::to_string(layer);
  }
  const auto tapped = make(2, layers);
  expect_same(*tapped, all_);
}

INSTANTIATE_TEST_SUITE_P(
    Models, SameBits,
    testing::Values(Model{"minilm_f32", "minilm?precision=f32", 6},
                    Model{"minilm_bf16", "minilm?precision=bf16", 6},
                    Model{"tiny_f32",
                          "hf:" + (test::kSource / "tests/golden/prefixed-bert").string() +
                              "?precision=f32",
                          2}),
    [](const auto& model) { return model.param.name; });

}  // namespace
}  // namespace sonde
