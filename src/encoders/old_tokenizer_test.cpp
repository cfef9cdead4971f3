// Tokenizers without tokenizer.json give transformers' ids
// (tools/golden/make_golden_tokenizers.py), and errors in their files are reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "encoders/model_copy_test.h"
#include "engine/tokens/tokenizer.h"
#include "engine/tokens/tokenizer_class.h"
#include "engine/tokens/tokenizer_files.h"
#include "formats/file_bytes.h"

namespace sonde {
namespace old_tokenizer_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t kRows = 1000;

fs::path golden_tokenizers() { return test::golden_folder("old-tokenizers"); }

JsonFields fields_of(const fs::path& file) {
  return fs::exists(file) ? JsonFields::read(file) : JsonFields(json::object(), file.string());
}

Tokenizer tokenizer_of(const fs::path& folder, const std::string& otherwise) {
  const auto config = fields_of(folder / "tokenizer_config.json");
  const auto map = fields_of(folder / "special_tokens_map.json");
  const auto added = fields_of(folder / "added_tokens.json");
  const TokenizerNames names{"", "", otherwise};
  const auto files = find_tokenizer_files(folder, config, map, added, otherwise);
  return Tokenizer::parse(tokenizer_json(files, kRows), files.vocabulary.string(),
                          {tokenizer_rules({config, map, added, names, false})});
}

TEST(OldTokenizer, IdsAreThoseOfTransformers) {
  const auto expected = read_json(golden_tokenizers() / "expected.json");
  const auto texts = expected.at("texts").get<std::vector<std::string>>();
  ASSERT_GE(expected.at("cases").size(), 8U);
  for (const auto& [name, golden] : expected.at("cases").items()) {
    const auto tokenizer =
        tokenizer_of(golden_tokenizers() / name, golden.at("class").get<std::string>());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::vector<std::int32_t> ids;
      tokenizer.encode(texts[i], ids);
      EXPECT_EQ(ids, golden.at("ids")[i].get<std::vector<std::int32_t>>()) << name << texts[i];
    }
  }
}

// A copy of a tiny model with its vocabulary in vocab.txt.
class OldFolder : public testing::Test {
 protected:
  void SetUp() override {
    test::copy_model("plain-bert", folder_.path());
    for (const char* file : {"tokenizer.json", "tokenizer_config.json"}) {
      fs::remove(folder_.path() / file);
    }
    vocabulary_ = read_file(golden_tokenizers() / "bert" / "vocab.txt", 1 << 20);
    folder_.write("vocab.txt", vocabulary_);
  }

  std::string spec() const { return "hf:" + folder_.path().string(); }

  std::vector<float> vector_of(const std::string& spec) {
    const auto encoder = test::encoder(spec);
    const auto encoded = test::encode(*encoder, {"The dog [MASK] caf\u00e9s."});
    return {encoded.vector(0).begin(), encoded.vector(0).end()};
  }

  std::string error() {
    return test::error_line(folder_, ErrorKind::kInput, [&] { vector_of(spec()); });
  }

  test::Folder folder_;
  std::string vocabulary_;
};

TEST_F(OldFolder, GivesTheVectorsOfTheSameModelWithTokenizerJson) {
  const auto expected = vector_of(test::golden("plain-bert"));
  EXPECT_EQ(vector_of(spec()), expected);
  folder_.write("tokenizer_config.json", "{}");
  EXPECT_EQ(vector_of(spec()), expected);
  std::string windows = vocabulary_;
  for (auto at = windows.find('\n'); at != windows.npos; at = windows.find('\n', at + 2)) {
    windows.replace(at, 1, "\r\n");
  }
  folder_.write("vocab.txt", windows);
  EXPECT_EQ(vector_of(spec()), expected);
  folder_.write("tokenizer_config.json", R"({"do_lower_case": false})");
  EXPECT_NE(vector_of(spec()), expected);
}

TEST_F(OldFolder, OtherNamesOfItsClassAreTaken) {
  const auto expected = vector_of(test::golden("plain-bert"));
  for (const std::string name : {"DistilBertTokenizerFast", "MobileBertTokenizer"}) {
    folder_.write("tokenizer_config.json", R"({"tokenizer_class": ")" + name + "\"}");
    EXPECT_EQ(vector_of(spec()), expected) << name;
  }
}

TEST_F(OldFolder, ItsFilesArePartOfTheModel) {
  const auto what = [&] { return test::encoder(spec())->views()[0].what; };
  const Digest before = what();
  folder_.write("vocab.txt", vocabulary_ + "more\n");
  EXPECT_NE(what(), before);
  folder_.write("vocab.txt", vocabulary_);
  folder_.write("added_tokens.json", "{}");
  EXPECT_NE(what(), before);
}

TEST_F(OldFolder, OtherTokenizersAreRefusedWithTheCommandThatConverts) {
  const auto converts = AllOf(HasSubstr("python3 -c \"from transformers import AutoTokenizer; "),
                              HasSubstr(".save_pretrained('" + folder_.path().string() + "')\""));
  folder_.write("tokenizer_config.json", R"({"tokenizer_class": "BertJapaneseTokenizer"})");
  EXPECT_THAT(error(), AllOf(HasSubstr("BertJapaneseTokenizer"), converts));
  folder_.write("tokenizer_config.json", R"({"additional_special_tokens": ["[E1]"]})");
  EXPECT_THAT(error(), AllOf(HasSubstr("added token '[E1]'"), converts));
  folder_.write("tokenizer_config.json", R"({"add_eos_token": true})");
  EXPECT_THAT(error(), AllOf(HasSubstr("'add_eos_token'"), converts));
  folder_.write("tokenizer_config.json", "{}");
  folder_.write("added_tokens.json", R"({"<new>": 214})");
  EXPECT_THAT(error(), AllOf(HasSubstr("added token '<new>'"), converts));
  fs::remove(folder_.path() / "vocab.txt");
  folder_.write("spiece.model", "x");
  EXPECT_THAT(error(), AllOf(HasSubstr("SentencePiece's spiece.model"), converts));
}

TEST_F(OldFolder, BadVocabularies) {
  folder_.write("vocab.txt", vocabulary_ + "dog\n");
  EXPECT_THAT(error(), AllOf(HasSubstr("vocab.txt:215: "), HasSubstr("the token 'dog' twice")));
  folder_.write("vocab.txt", vocabulary_ + "\xff\n");
  EXPECT_THAT(error(), AllOf(HasSubstr("vocab.txt:215: "), HasSubstr("not valid UTF-8")));
  std::string large = vocabulary_ + "dog\n";
  large.replace(large.find("\ndog\n"), 5, "\ndogs\n");
  folder_.write("vocab.txt", large);
  EXPECT_THAT(error(), AllOf(HasSubstr("vocab.txt: "), HasSubstr("token 214 ('dog')")));
  folder_.write("vocab.txt", "[UNK]\n[PAD]\n[SEP]\n");
  EXPECT_EQ(error().find("has no token"), std::string::npos);  // [CLS] gets a new id
  folder_.write("vocab.txt", "");
  EXPECT_THAT(error(), HasSubstr("vocab.txt"));
  fs::remove(folder_.path() / "vocab.txt");
  EXPECT_THAT(error(), HasSubstr("no tokenizer.json, nor vocab.txt"));
}

TEST_F(OldFolder, AVocabularyThatIsTooLarge) {
  folder_.write("vocab.txt", std::string((std::size_t{64} << 20) + 1, 'a'));
  EXPECT_THAT(error(), HasSubstr("vocab.txt"));
}

class OldBytes : public OldFolder {
 protected:
  void SetUp() override {
    test::copy_model("roberta", folder_.path());
    for (const char* file : {"tokenizer.json", "tokenizer_config.json"}) {
      fs::remove(folder_.path() / file);
    }
    for (const char* file : {"vocab.json", "merges.txt"}) {
      fs::copy(golden_tokenizers() / "roberta" / file, folder_.path() / file);
    }
  }
};

TEST_F(OldBytes, GiveTheVectorsOfTheSameModel) {
  const auto encoder = test::encoder(spec()), golden = test::encoder(test::golden("roberta"));
  const std::vector<std::string> texts{"The dog sleeps, caf\u00e9s!", "  a <mask> b"};
  const auto one = test::encode(*encoder, texts), other = test::encode(*golden, texts);
  EXPECT_TRUE(test::same_bits(one.vector(0), other.vector(0)));
}

TEST_F(OldBytes, BadFiles) {
  const std::string merges = read_file(folder_.path() / "merges.txt", 1 << 20);
  folder_.write("merges.txt", merges + "a b c\n");
  EXPECT_THAT(error(), AllOf(HasSubstr("merges.txt:333: "), HasSubstr("not two tokens")));
  folder_.write("merges.txt", merges + "zzzz yyyy\n");
  EXPECT_THAT(error(), HasSubstr("zzzz"));
  folder_.write("merges.txt", merges);
  test::change_json(folder_, "vocab.json", [](json& ids) { ids["a"] = ids["b"]; });
  EXPECT_THAT(error(), AllOf(HasSubstr("vocab.json: "), HasSubstr("twice")));
  folder_.write("vocab.json", R"({"a": "b"})");
  EXPECT_THAT(error(), AllOf(HasSubstr("vocab.json: "), HasSubstr("'a' has no id")));
  folder_.write("vocab.json", "[]");
  EXPECT_THAT(error(), HasSubstr("vocab.json"));
  fs::remove(folder_.path() / "merges.txt");
  EXPECT_THAT(error(), HasSubstr("vocab.json and merges.txt"));
}

}  // namespace old_tokenizer_test
}  // namespace sonde
