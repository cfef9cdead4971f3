#include "encoders/transformer/masked_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "encoders/model_copy_test.h"
#include "sonde/error.h"

namespace sonde {
namespace masked_words_test {

using testing::HasSubstr;

std::string golden(const std::string& name) {
  return "hf:" SONDE_SOURCE_DIR "/tests/golden/" + name;
}

TEST(MaskedWords, AreWholeWordsOfTheVocabulary) {
  for (const char* name : {"mlm-bert", "mlm-roberta"}) {
    const auto filler = make_gap_filler(golden(name), {});
    const auto words = filler->fill("The old man ", " a heavy stone.", 1000);
    EXPECT_GT(words.size(), 60U) << name;
    EXPECT_EQ(std::ranges::count(words, "carries"), 1) << name;
    for (const auto& word : words) {
      EXPECT_TRUE(std::ranges::all_of(word, [](unsigned char c) { return std::isalpha(c) != 0; }))
          << word;
    }
  }
}

TEST(MaskedWords, AsManyAsAskedTheLikeliestFirst) {
  const auto filler = make_gap_filler(golden("mlm-bert"), {});
  const auto all = filler->fill("A dog ", " slowly.", 1000);
  const auto few = filler->fill("A dog ", " slowly.", 5);
  ASSERT_EQ(few.size(), 5U);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), all.begin()));
  EXPECT_NE(few, filler->fill("", " dog sleeps.", 5));
}

TEST(MaskedWords, AreKnownByTheirFiles) {
  const auto identity = [](const char* name) {
    return make_gap_filler(golden(name), {})->identity();
  };
  EXPECT_EQ(identity("mlm-bert"), identity("mlm-bert"));
  EXPECT_NE(identity("mlm-bert"), identity("mlm-electra"));
}

std::string error_of(const std::string& spec) {
  try {
    make_gap_filler(spec, {})->fill("A ", " sleeps.", 1);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(MaskedWords, RefuseWhatIsNoMaskedLanguageModel) {
  EXPECT_THAT(error_of("words:glove.txt"), HasSubstr("is not a masked language model"));
  EXPECT_THAT(error_of(golden("mlm-bert") + "?pooling=mean"), HasSubstr("pooling"));
  EXPECT_THAT(error_of(golden("plain-bert")), HasSubstr("has no head for words"));
}

// transformers would fill the rows at random.
TEST(MaskedWords, RefuseUntiedRowsThatTheWeightsLack) {
  for (const char* name : {"mlm-bert", "mlm-roberta", "mlm-electra"}) {
    const test::Folder folder;
    test::copy_model(name, folder.path());
    test::change_json(folder, "config.json",
                      [](nlohmann::json& all) { all["tie_word_embeddings"] = false; });
    EXPECT_THAT(error_of("hf:" + folder.path().string()),
                testing::AllOf(HasSubstr("has no '"), HasSubstr("'tie_word_embeddings' is false")));
  }
}

}  // namespace masked_words_test
}  // namespace sonde
