// LASER against laserembeddings (tools/golden/make_golden_laser.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "encoders/model_copy_test.h"
#include "encoders/older/fast_bpe.h"
#include "encoders/older/laser_tokens.h"
#include "formats/file_bytes.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"
#include "text/invisible.h"

namespace sonde {
namespace laser_test {

using testing::HasSubstr;

const auto kLaserFolder = test::golden_folder("laser");

nlohmann::json laser_rows() { return read_json(kLaserFolder / "expected.json"); }

std::string laser_of(const std::string& language) {
  return "laser:" + kLaserFolder.string() + "?language=" + language;
}

TEST(Laser, PiecesAreThoseOfLaserembeddings) {
  std::map<std::string, LaserTokens> of_languages;
  for (const auto& row : laser_rows()) {
    const auto language = row.at("language").get<std::string>();
    const auto& tokens =
        of_languages
            .try_emplace(language, laser_files(kLaserFolder, language), language, std::size_t{1000})
            .first->second;
    EXPECT_EQ(tokens.pieces(row.at("text").get<std::string>()),
              row.at("pieces").get<std::vector<std::string>>())
        << row.at("text");
  }
}

TEST(Laser, VectorsAreThoseOfLaserembeddings) {
  std::size_t compared = 0;
  std::map<std::string, std::unique_ptr<Encoder>> encoders;
  for (const auto& row : laser_rows()) {
    if (!row.contains("vector") || is_invisible(row.at("text").get<std::string>())) continue;
    const auto expected = row.at("vector").get<std::vector<double>>();
    auto& encoder = encoders[row.at("language")];
    if (!encoder) encoder = test::encoder(laser_of(row.at("language")));
    const auto encoded = test::encode(*encoder, {row.at("text").get<std::string>()});
    EXPECT_EQ(encoded.remarks[0].tokens, row.at("pieces").size() + 1);
    for (std::size_t d = 0; d < expected.size(); ++d) {
      ASSERT_NEAR(static_cast<double>(encoded.vector(0)[d]), expected[d], 1e-6) << row.at("text");
    }
    ++compared;
  }
  EXPECT_GT(compared, 40U);
}

TEST(Laser, AVectorDependsOnItsTextAlone) {
  std::vector<std::string> sentences;
  for (const auto& row : laser_rows()) sentences.push_back(row.at("text"));
  const auto together = test::encode(*test::encoder(laser_of("en"), 2), sentences);
  const auto alone = test::encoder(laser_of("en"), 1);
  for (std::size_t i = 0; i < sentences.size(); i += 3) {
    const auto single = test::encode(*alone, {sentences[i]});
    EXPECT_TRUE(test::same_bits(single.vector(0), together.vector(i))) << sentences[i];
  }
}

TEST(Laser, TokensEndWithTheSentence) {
  const auto encoder = test::encoder(laser_of("en"));
  const auto tokens = encoder->tokens({"The zebra."}).value();
  EXPECT_TRUE(tokens.back().special);
  EXPECT_EQ(tokens.back().text, "</s>");
  EXPECT_EQ(tokens.front().text, "the");
  EXPECT_EQ(test::encode(*encoder, {"The \u65e5."}).remarks[0].unknown, 1U);
}

TEST(Laser, ALongTextIsCutAndCounted) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "the ";
  const auto encoded = test::encode(*test::encoder(laser_of("en")), {text});
  EXPECT_EQ(encoded.remarks[0].tokens, 5001U);
  EXPECT_EQ(encoded.remarks[0].kept, 4096U);
}

std::string laser_usage_error(const std::string& language) {
  try {
    test::encoder(laser_of(language));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(Laser, LanguagesThatNeedAnotherProgramAreRefused) {
  for (const std::string language : {"zh", "ja", "yue", "el"}) {
    EXPECT_THAT(laser_usage_error(language), HasSubstr("laserembeddings")) << language;
  }
  EXPECT_THAT(laser_usage_error("german"), HasSubstr("language=de"));
}

// Its error after `edit` of a copy of the folder.
std::string laser_error(const std::function<void(const test::Folder&)>& edit) {
  const test::Folder folder;
  std::filesystem::copy(kLaserFolder, folder.path());
  edit(folder);
  return input_error_of(
      [&] { test::encode(*test::encoder("laser:" + folder.path().string()), {"the dog"}); });
}

std::string error_with_weights(const std::string& was, const std::string& is) {
  return laser_error([&](const test::Folder& folder) {
    std::string bytes = read_file(folder.path() / "model.safetensors", 1 << 20);
    const auto at = bytes.find(was);
    ASSERT_NE(at, bytes.npos);
    folder.write("model.safetensors", bytes.replace(at, was.size(), is));
  });
}

TEST(Laser, WeightsThatLackOrHaveAnotherSizeAreNamed) {
  EXPECT_THAT(error_with_weights("lstm.weight_hh_l3_reverse\"", "lstm.xeight_hh_l3_reverse\""),
              HasSubstr("has no tensor 'lstm.weight_hh_l3_reverse'"));
  EXPECT_THAT(error_with_weights("embed_tokens.weight\"", "embed_tokens.xeight\""),
              HasSubstr("has no tensor 'embed_tokens.weight'"));
  EXPECT_THAT(error_with_weights("[16,6]", "[6,16]"), HasSubstr("not four rows per unit"));
}

TEST(Laser, FilesOfItsTextAreChecked) {
  const auto with = [](const std::string& file, const std::string& content) {
    return laser_error([&](const test::Folder& folder) { folder.write(file, content); });
  };
  EXPECT_THAT(with("dictionary.json", R"({"</s>":2})"), HasSubstr("lacks '<unk>'"));
  EXPECT_THAT(with("dictionary.json", R"({"</s>":2,"<unk>":3,"a":9999})"),
              HasSubstr("'a' has the number 9999"));
  EXPECT_THAT(with("dictionary.json", R"({"</s>":-1})"), HasSubstr("has the number -1"));
  EXPECT_THAT(with("dictionary.json", "[]"), HasSubstr("not an object"));
  EXPECT_THAT(with("93langs.fcodes", "a b 3\na  3\n"),
              HasSubstr("93langs.fcodes:2: is not a merge"));
  EXPECT_THAT(with("93langs.fvocab", "a\n"), HasSubstr("93langs.fvocab:1: is not a piece"));
  EXPECT_THAT(laser_error([](const test::Folder& folder) {
                std::filesystem::remove(folder.path() / "nonbreaking_prefix.en");
              }),
              HasSubstr("nonbreaking_prefix.en: is missing; copy it from Moses"));
  EXPECT_THAT(laser_error([](const test::Folder& folder) {
                std::filesystem::remove(folder.path() / "dictionary.json");
              }),
              HasSubstr("dictionary.json"));
}

TEST(FastBpe, TakesBackMergesThatTheVocabularyLacks) {
  const TemporaryFolder folder;
  const auto codes = folder.write("codes", "a b 3\nab c</w> 2\n");
  const auto split = [&](const std::string& vocabulary) {
    std::vector<std::string> pieces;
    FastBpe(codes, folder.write("vocabulary", vocabulary)).split("abc", pieces);
    return pieces;
  };
  EXPECT_THAT(split("abc 1\n"), testing::ElementsAre("abc"));
  EXPECT_THAT(split("ab@@ 1\n"), testing::ElementsAre("ab@@", "c"));
  EXPECT_THAT(split("x 1\n"), testing::ElementsAre("a@@", "b@@", "c"));
}

}  // namespace laser_test
}  // namespace sonde
