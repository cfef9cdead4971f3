// The bits of a vector depend on its text alone: against every text encoded
// alone on one thread, whatever the length, batch, threads, order, neighbours and taps.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "base/exhaustive_test.h"
#include "encoders/encode_test.h"
#include "encoders/grown_model_test.h"

namespace sonde {
namespace same_bits_slow_test {

constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 256;

// Each is one token of every model here, after a space.
const std::vector<std::string>& words() {
  static const std::vector<std::string> words = {
      "the", "a",    "river", "stone",  "bridge", "old",   "young",  "green",  "sings", "reads",
      "and", "dog",  "horse", "letter", "never",  "under", "garden", "blue",   "water", "paper",
      "not", "book", "field", "quiet",  "window", "fire",  "bread",  "street", "judge", "song"};
  return words;
}

// A sentence of `tokens` tokens, the special ones at its ends counted.
std::string sentence_of(std::size_t tokens, std::mt19937& random) {
  std::string sentence;
  for (std::size_t i = 2; i < tokens; ++i) sentence += " " + words()[random() % words().size()];
  return sentence;
}

// Short sentences in batches of up to 64, and lengths up to the longest: one in `part` of them.
// Each length costs a compilation by the engine, so kBrief takes two.
constexpr std::size_t kBrief = 1000;

std::vector<std::string> sentences(std::size_t part) {
  std::mt19937 random(11);
  std::vector<std::string> sentences;
  const auto add = [&](std::size_t tokens, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sentences.push_back(sentence_of(tokens, random));
  };
  if (part == kBrief) {
    for (const std::size_t tokens : {5U, 70U}) add(tokens, tokens == 5 ? 16 : 3);
    return sentences;
  }
  add(5, part < 4 ? 64 : 64 / part);
  for (const std::size_t tokens : {3U, 4U, 7U, 8U, 11U, 15U, 16U}) add(tokens, 64 / part);
  for (std::size_t tokens = 6; tokens < 64; tokens += 5 * part) add(tokens, 17);
  for (std::size_t tokens = 64; tokens < kLongest; tokens += 23 * part) add(tokens, 3);
  add(kLongest, part > 8 ? 2 : 5);
  for (std::size_t tokens = kShortest; tokens < kLongest; tokens += 9 * part) add(tokens, 1);
  return sentences;
}

struct Model {
  std::string name;
  std::string spec;
  std::string precision;
  std::size_t layers;
  std::size_t part;  // every so many sentences
};

using test::golden;

// Made once, and gone at the end.
std::string grown(const std::string& name) {
  static std::map<std::string, test::Folder> folders;
  const auto [entry, is_new] = folders.try_emplace(name);
  if (is_new) test::grow_model(name, entry->second);
  return "hf:" + entry->second.path().string();
}

// `name` in each precision, by sonde's kernels and by the library's operations.
void add_each_way(std::vector<Model>& models, std::string name, const std::string& spec,
                  std::size_t layers, std::size_t part) {
  std::ranges::replace(name, '-', '_');
  const std::string more = spec + (spec.find('?') == spec.npos ? "?" : "&");
  for (const std::string precision : {"f32", "bf16", "int8"}) {
    for (const std::string kernels : {"own", "library"}) {
      models.push_back({name + "_" + precision + "_" + kernels,
                        more + "precision=" + precision + "&kernels=" + kernels, precision, layers,
                        part});
    }
  }
}

// A model of real size. Exhaustive: all sentences, and a model of each kind of graph.
std::vector<Model> models_in_depth() {
  const bool all = test::is_exhaustive();
  std::vector<Model> models;
  add_each_way(models, "minilm", "minilm", 6, all ? 1 : 72);
  if (!all) {  // the library's operations in f32 alone
    std::erase_if(models, [](const Model& model) {
      return model.name.ends_with("_library") && model.precision != "f32";
    });
    return models;
  }
  for (const std::string name : {"llama", "deberta-v2", "gemma2", "gpt-neox", "modernbert", "mt5",
                                 "nomic-bert", "bart", "xlnet", "mpnet"}) {
    add_each_way(models, name, "grown:" + name, 2, 1);
  }
  add_each_way(models, "albert", "grown:albert", 6, 1);
  add_each_way(models, "bart_decoder", "grown:bart?states=decoder", 2, 1);
  return models;
}

// f32 by sonde's kernels stays, unless exhaustive.
void add_tiny(std::vector<Model>& models, const std::string& name, const std::string& spec) {
  const bool all = test::is_exhaustive();
  add_each_way(models, "tiny_" + name, spec, 2, all ? 8 : kBrief);
  if (!all) models.resize(models.size() - 5);
}

// Every family, and weights that are stored in 16 bits and left so.
std::vector<Model> models_of_every_family() {
  const bool all = test::is_exhaustive();
  std::vector<Model> models;
  for (std::string name : {"prefixed-bert",
                           "ernie",
                           "distilbert",
                           "roberta",
                           "xlm-roberta",
                           "mpnet",
                           "electra",
                           "llama",
                           "gemma2",
                           "gpt-neox",
                           "modernbert",
                           "mt5",
                           "deberta",
                           "deberta-v2",
                           "deberta-v3",
                           "nomic-bert",
                           "bart",
                           "mbart",
                           "xlnet",
                           "albert",
                           "llama-biases",
                           "mistral",
                           "qwen2",
                           "qwen3-embedding",
                           "embedding-gemma",
                           "olmo",
                           "olmo2",
                           "gpt2",
                           "phi3",
                           "t5",
                           "umt5",
                           "openelm"}) {
    add_tiny(models, name, golden(name));
  }
  for (const std::string name : {"bart", "mbart"}) {
    add_tiny(models, name + "_decoder", golden(name) + "?states=decoder");
  }
  for (const std::string name : {"deberta", "bart", "llama", "gpt2"}) {
    for (const std::string precision : {"f32", "bf16"}) {
      models.push_back(
          {name + "_" + precision + "_least",
           golden(name) + "?memory=least&kernels=attention,norm&precision=" + precision, precision,
           2, all ? 8 : kBrief});
    }
  }
  return models;
}

// The vectors of sentences together are, of every `step`th, those that `single` gives of it alone.
void expect_as_alone(Encoder& encoder, Encoder& single, const std::vector<std::string>& sentences,
                     std::size_t step = 1) {
  const auto together = test::encode(encoder, sentences);
  for (std::size_t i = 0; i < sentences.size(); i += step) {
    const auto alone = test::encode(single, {sentences[i]});
    EXPECT_TRUE(test::same_bits(alone.vector(0), together.vector(i))) << sentences[i];
  }
}

void PrintTo(const Model& model, std::ostream* out) { *out << model.name; }

class SameBits : public testing::TestWithParam<Model> {
 protected:
  void SetUp() override {
    if (!test::computes(GetParam().precision)) {
      GTEST_SKIP() << "this processor does not compute in " << GetParam().precision;
    }
    all_ = sentences(GetParam().part);
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
    std::string spec = GetParam().spec;
    if (const auto query = spec.find('?'); spec.starts_with("grown:")) {
      spec = grown(spec.substr(6, query - 6)) + spec.substr(query);
    }
    return test::encoder(spec + more, threads);
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
  for (const std::size_t threads : {2U, 3U, 4U}) {  // one thread gave what they are compared with
    if (threads != 3 && !test::is_exhaustive()) continue;
    SCOPED_TRACE(threads);
    const auto encoder = make(threads, "");
    std::ranges::shuffle(all_, random);
    expect_same(*encoder, all_);
  }
}

// Uses batches of 1 to 64, all of them for one length, mixed with sentences of any other length.
// Unless exhaustive, half of the tiny models, and the library's operations in f32 alone.
TEST_P(SameBits, WhateverTheBatch) {
  const Model& model = GetParam();
  if (model.part == kBrief && !test::is_in_share(model.name, 0, 2)) return;
  const bool by_library = model.name.ends_with("_library") && model.precision != "f32";
  if (by_library && !test::is_exhaustive()) return;
  std::map<std::size_t, std::vector<std::string>> by_length;
  for (const auto& sentence : all_) {
    by_length[static_cast<std::size_t>(std::ranges::count(sentence, ' '))].push_back(sentence);
  }
  const auto encoder = make(1, "");
  for (auto& [length, sentences] : by_length) {
    if (length > 6) break;
    const std::size_t step = length == 3 ? 1 : 7;
    for (std::size_t size = 64; size > 0; size -= size > 8 ? step : 1) {
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

class SameBitsInDepth : public SameBits {};

// The most sentences that the engine ever takes together.
TEST_P(SameBitsInDepth, InTheLargestBatch) {
  std::mt19937 random(13);
  std::vector<std::string> sentences;
  for (int i = 0; i < 600; ++i) sentences.push_back(sentence_of(4, random));
  expect_as_alone(*make(2, ""), *make(1, ""), sentences, 20);
}

// The last layer together with all others, and each of them alone: the first and one between,
// unless exhaustive.
TEST_P(SameBitsInDepth, WhateverTheTaps) {
  std::string layers = "-1";
  for (std::size_t layer = 0; layer < GetParam().layers; ++layer) {
    layers += "," + std::to_string(layer);
  }
  const auto tapped = make(2, "&layer=" + layers);
  std::vector<std::string> some;
  for (std::size_t i = 0; i < all_.size(); i += 5) some.push_back(all_[i]);
  expect_same(*tapped, some);
  const auto together = test::encode(*tapped, some);
  const std::size_t step = test::is_exhaustive() ? 1 : (GetParam().layers + 1) / 2;
  for (std::size_t layer = 0; layer < GetParam().layers; layer += step) {
    const auto single = make(1, "&layer=" + std::to_string(layer));
    const auto alone = test::encode(*single, some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      ASSERT_TRUE(test::same_bits(alone.vector(i), together.vector(i, layer + 1)))
          << "layer " << layer << ", " << alone.remarks[i].kept << " tokens";
    }
  }
}

// A model whose kernels cost little, so every length can be had.
class SameBitsOfATinyModel : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!test::computes(GetParam())) {
      GTEST_SKIP() << "this processor does not compute in " << GetParam();
    }
  }

  static void expect_same(const std::string& more, const std::vector<std::string>& sentences,
                          const std::vector<std::string>& both) {
    for (const auto& kernels : both) {
      SCOPED_TRACE(kernels);
      const std::string spec =
          golden("plain-bert") + "?precision=" + GetParam() + "&kernels=" + kernels + more;
      expect_as_alone(*test::encoder(spec, 2), *test::encoder(spec, 1), sentences);
    }
  }
};

TEST_P(SameBitsOfATinyModel, AtEveryLength) {
  std::mt19937 random(17);
  std::vector<std::string> sentences;
  for (std::size_t tokens = kShortest; tokens <= kLongest; ++tokens) {
    for (int i = 0; i < 2; ++i) sentences.push_back(sentence_of(tokens, random));
  }
  expect_same("", sentences, {"own"});
  if (GetParam() == "f32" || test::is_exhaustive()) expect_same("", sentences, {"library"});
}

TEST_P(SameBitsOfATinyModel, WhateverThePooling) {
  std::mt19937 random(19);
  std::vector<std::string> sentences;
  for (const std::size_t tokens : {3U, 7U, 16U, 31U}) {
    for (int i = 0; i < 12; ++i) sentences.push_back(sentence_of(tokens, random));
  }
  for (const std::string more :
       {"pooling=cls", "pooling=max", "pooling=lasttoken", "pooling=weightedmean",
        "pooling=mean_sqrt_len", "pooling=pooler", "pooling=mean&normalize=true",
        "pooling=mean&max_tokens=9", "pooling=mean&prompt=the old ",
        "pooling=mask&template={} [MASK]"}) {
    // Pooling is the same code for all precisions and kernels.
    if (GetParam() != "f32" && !test::is_in_share(more, 0, 3)) continue;
    SCOPED_TRACE(more);
    expect_same("&" + more, sentences, {"own"});
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, SameBitsOfATinyModel, testing::Values("f32", "bf16", "int8"),
                         [](const auto& precision) { return precision.param; });

const auto name_of = [](const auto& model) { return model.param.name; };
INSTANTIATE_TEST_SUITE_P(InDepth, SameBits, testing::ValuesIn(models_in_depth()), name_of);
INSTANTIATE_TEST_SUITE_P(InDepth, SameBitsInDepth, testing::ValuesIn(models_in_depth()), name_of);
INSTANTIATE_TEST_SUITE_P(EveryFamily, SameBits, testing::ValuesIn(models_of_every_family()),
                         name_of);

}  // namespace same_bits_slow_test
}  // namespace sonde
