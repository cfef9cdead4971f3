#include "engine/tokens/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "formats/file_bytes.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace tokenizer_test {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using Ids = std::vector<std::int32_t>;

const Tokenizer& minilm() {
  static const auto tokenizer =
      Tokenizer::load(SONDE_SOURCE_DIR "/.setup/models/minilm/tokenizer.json");
  return tokenizer;
}

Ids encode(const Tokenizer& tokenizer, std::string_view text) {
  Ids ids;
  tokenizer.encode(text, ids);
  return ids;
}

json small_file() {
  return json::parse(R"({"version": "1.0", "truncation": null, "padding": null,
      "added_tokens": [], "normalizer": null, "pre_tokenizer": {"type": "Whitespace"},
      "post_processor": null, "decoder": null,
      "model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100, "vocab": {"?": 0, "a": 1, "##b": 2}}})");
}

std::string error_of(const std::string& file) {
  try {
    Tokenizer::parse(file, "t.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), testing::StartsWith("t.json: "));
    return error.what();
  }
  return "no error";
}

TEST(Tokenizer, AddsSpecialTokensOrNot) {
  // Ids as printed by the `tokenizers` package.
  EXPECT_THAT(encode(minilm(), "Hello, world!"), ElementsAre(101, 7592, 1010, 2088, 999, 102));
  Ids plain;
  minilm().encode_plain("Hello, world!", plain);
  EXPECT_THAT(plain, ElementsAre(7592, 1010, 2088, 999));
  minilm().encode_plain("world", plain);
  EXPECT_THAT(plain, ElementsAre(7592, 1010, 2088, 999, 2088)) << "ids are appended";
}

TEST(Tokenizer, TellsWhereTokensBegin) {
  EXPECT_THAT(minilm().starts("H\u00e9llo,  world"), ElementsAre(0, 6, 9));
  EXPECT_THAT(minilm().starts(""), ElementsAre());
  EXPECT_THROW(minilm().starts("\xff"), Error);
}

TEST(Tokenizer, NeitherPadsNorCuts) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "word ";
  EXPECT_EQ(encode(minilm(), text).size(), 1002U);
  EXPECT_EQ(encode(minilm(), "").size(), 2U);
}

TEST(Tokenizer, KnowsItsVocabulary) {
  EXPECT_EQ(minilm().vocabulary_size(), 30522U);
  EXPECT_EQ(minilm().id_of("[CLS]"), 101);
  EXPECT_EQ(minilm().id_of("no such token"), std::nullopt);
  EXPECT_EQ(minilm().id_of("\xff"), std::nullopt);
  EXPECT_EQ(minilm().token_of(7592), "hello");
  EXPECT_EQ(minilm().token_of(30522), "");
  EXPECT_EQ(minilm().token_of(-1), "");
  EXPECT_EQ(minilm().unknown_id(), 100);
}

TEST(Tokenizer, RefusesTextThatIsNotUtf8) {
  Ids ids{5};
  for (const std::string_view text :
       {"\xff", "a\xc3", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80"}) {
    EXPECT_THROW(minilm().encode(text, ids), Error);
  }
  EXPECT_THAT(ids, ElementsAre(5));
  EXPECT_EQ(encode(minilm(), std::string_view("a\0b", 3)), encode(minilm(), "ab"));
}

TEST(Tokenizer, RefusesAFileThatIsNoTokenizer) {
  EXPECT_THAT(error_of(""), HasSubstr("it ends too early"));
  EXPECT_THAT(error_of("not JSON"), HasSubstr("it is not valid JSON"));
  EXPECT_THAT(error_of("{}"), HasSubstr("its 'model' is missing"));
  EXPECT_THAT(error_of(std::string(100'000, '[')), HasSubstr("is not a tokenizer"));
  json file = small_file();
  file["pre_tokenizer"]["type"] = "Unheard";
  EXPECT_THAT(error_of(file.dump()), HasSubstr("is not a tokenizer"));
  EXPECT_THROW(Tokenizer::load("/nowhere/tokenizer.json"), Error);
}

// None of the library's types and places.
TEST(Tokenizer, NamesThePartOfItsFileThatIsWrong) {
  struct Fault {
    const char* place;
    json value;
    std::string message;
  };
  const json numbers{1, 2};
  const std::vector<Fault> faults{
      {"/version", "2.0", "its version is \"2.0\", not \"1.0\""},
      {"/truncation", numbers, "its 'truncation' has a form"},
      {"/padding", "x", "its 'padding' has a form"},
      {"/added_tokens", {{{"id", "x"}, {"content", "a"}}}, "its 'added_tokens' has a form"},
      {"/normalizer", 3, "its 'normalizer' has a form"},
      {"/pre_tokenizer/type", "Foo", "its 'pre_tokenizer' of the type 'Foo' has a form"},
      {"/post_processor", {{"type", "TemplateProcessing"}}, "its 'post_processor' of the type"},
      {"/decoder", {{"type", "Foo"}}, "its 'decoder' of the type 'Foo'"},
      {"/model", nullptr, "its 'model' is missing"},
      {"/model/type", "Foo", "its 'model' of the type 'Foo'"},
      {"/model/vocab", numbers, "(invalid type: sequence, expected a map)"},
      {"/model/vocab", {{"?", -1}}, "its 'model' of the type 'WordPiece'"},
      {"/model", {{"type", "WordPiece"}}, "(a field is missing)"},
      {"/model",
       {{"type", "BPE"}, {"vocab", {{"a", 0}}}, {"merges", {"a b"}}},
       "(Token 'b' out of vocabulary)"},
      {"/pre_tokenizer",
       {{"type", "Split"},
        {"pattern", {{"Regex", "("}}},
        {"behavior", "Isolated"},
        {"invert", false}},
       "its 'pre_tokenizer' of the type 'Split'"}};
  for (const auto& [place, value, message] : faults) {
    json file = small_file();
    file[json::json_pointer(place)] = value;
    const auto error = error_of(file.dump());
    EXPECT_THAT(error, HasSubstr(message)) << file.dump();
    EXPECT_THAT(error, HasSubstr("download the model again"));
    for (const char* inner : {"untagged", "struct", " line ", "column", ".rs", "::"}) {
      EXPECT_EQ(error.find(inner), error.npos) << error;
    }
  }
}

TEST(Tokenizer, NamesTheLineOfItsFile) {
  const TemporaryFolder folder;
  json file = small_file();
  file["normalizer"] = 3;
  const auto error = [&] {
    return input_error_of([&] { Tokenizer::load(folder.path() / "t.json"); });
  };
  folder.write("t.json", file.dump(1));
  EXPECT_THAT(error(), testing::ContainsRegex("t.json:[1-9][0-9]*: is not a tokenizer"));
  folder.write("t.json", "{\n\n\"a\"}");
  EXPECT_THAT(error(), HasSubstr("t.json:3: is not a tokenizer that sonde can use: it is not"));
}

TEST(Tokenizer, RefusesAnUnknownTokenThatTheVocabularyLacks) {
  json file = small_file();
  EXPECT_EQ(error_of(file.dump()), "no error");
  file["model"]["unk_token"] = "[GONE]";
  EXPECT_THAT(error_of(file.dump()), HasSubstr("unk_token '[GONE]' is not in its vocabulary"));
  file["model"] = json::parse(R"({"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "?"})");
  EXPECT_THAT(error_of(file.dump()), HasSubstr("unk_token '?'"));
  file["model"] =
      json::parse(R"({"type": "BPE", "vocab": {"a": 0}, "merges": [], "unk_token": "?"})");
  EXPECT_THAT(error_of(file.dump()), HasSubstr("unk_token '?'"));
  file["model"] = json::parse(R"({"type": "Unigram", "vocab": [["a", 0.0]], "unk_id": 1})");
  EXPECT_THAT(error_of(file.dump()), HasSubstr("is not a tokenizer"));
}

TEST(Tokenizer, KnowsTheUnknownTokenOfEveryModel) {
  json file = small_file();
  const auto unknown = [&] { return Tokenizer::parse(file.dump(), "t.json").unknown_id(); };
  EXPECT_EQ(unknown(), 0);
  file["model"] =
      json::parse(R"({"type": "WordLevel", "vocab": {"a": 0, "?": 1}, "unk_token": "?"})");
  EXPECT_EQ(unknown(), 1);
  file["model"] = json::parse(R"({"type": "BPE", "vocab": {"a": 0}, "merges": []})");
  EXPECT_EQ(unknown(), std::nullopt);
  file["model"] =
      json::parse(R"({"type": "Unigram", "vocab": [["a", 0.0], ["?", 0.0]], "unk_id": 1})");
  EXPECT_EQ(unknown(), 1);
}

TEST(Tokenizer, LeavesNothingToChance) {
  json file = small_file();
  file["model"] = json::parse(R"({"type": "BPE", "dropout": 0.9, "merges": ["a b"],
                                  "vocab": {"a": 0, "b": 1, "ab": 2}})");
  const auto tokenizer = Tokenizer::parse(file.dump(), "t.json");
  for (int i = 0; i < 100; ++i) EXPECT_THAT(encode(tokenizer, "ab"), ElementsAre(2));
}

TEST(Tokenizer, TurnsItsLibrarysFailuresIntoErrors) {
  json file = small_file();
  file["model"]["vocab"]["a"] = 4'000'000'000;
  const auto large = Tokenizer::parse(file.dump(), "t.json");
  EXPECT_THROW(encode(large, "a"), Error);
  file["model"] = json::parse(R"({"type": "Unigram", "vocab": [["a", 0.0]], "unk_id": null})");
  const auto without_unknown = Tokenizer::parse(file.dump(), "t.json");
  EXPECT_THROW(encode(without_unknown, "b"), Error);
}

TEST(Tokenizer, TurnsItsLibrarysPanicsIntoErrorsWithoutAWord) {
  json file = small_file();
  file["normalizer"] = {{"type", "Precompiled"}, {"precompiled_charsmap", "AAAA"}};
  testing::internal::CaptureStderr();
  EXPECT_THAT(error_of(file.dump()),
              HasSubstr("its 'normalizer' of the type 'Precompiled' has a form"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

json replacing(const char* kind, const std::string& pattern, const std::string& by) {
  return {{"type", "Replace"}, {"pattern", {{kind, pattern}}}, {"content", by}};
}

std::string encode_error(const json& file, const std::string& text) {
  try {
    encode(Tokenizer::parse(file.dump(), "t.json"), text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Tokenizer, MultipliesNoText) {
  json file = small_file();
  const json grows = replacing("String", "e", std::string(40, 'e'));
  file["normalizer"] = {{"type", "Sequence"}, {"normalizers", json(8, grows)}};
  EXPECT_THAT(encode_error(file, "e"), HasSubstr("its normalizer could make"));
  EXPECT_EQ(encode_error(file, "a"), "no error");
  file["normalizer"] = replacing("Regex", "", std::string(9'000'000, 'e'));
  EXPECT_THAT(encode_error(file, "abcde"), HasSubstr("its normalizer could make"));
  file["normalizer"] = nullptr;
  const json level{{"type", "ByteLevel"},
                   {"add_prefix_space", false},
                   {"trim_offsets", true},
                   {"use_regex", false}};
  file["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", json(40, level)}};
  EXPECT_THAT(error_of(file.dump()), HasSubstr("its pre_tokenizer multiplies texts"));
}

TEST(Tokenizer, TakesLongTextsThroughNormalizersThatGrowThemByLittle) {
  json file = small_file();
  file["normalizer"] = {
      {"type", "Sequence"},
      {"normalizers",
       {{{"type", "NFKC"}}, {{"type", "Lowercase"}}, replacing("Regex", " {2,}", "\u2581")}}};
  std::string text;
  while (text.size() < (1 << 20)) text += "AB  a ";
  EXPECT_EQ(encode_error(file, text), "no error");
}

TEST(Tokenizer, IsSafeFromSeveralThreads) {
  const std::string text = "Several threads tokenise the same sentence at once.";
  const Ids expected = encode(minilm(), text);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) EXPECT_EQ(encode(minilm(), text), expected);
    });
  }
}

TEST(Tokenizer, ItsVersionIsTheOneBuilt) {
  const std::string lock =
      read_file(SONDE_SOURCE_DIR "/src/engine/tokens/tokenizers/Cargo.lock", 1 << 20);
  const std::string version(kTokenizerVersion.substr(kTokenizerVersion.find(' ') + 1));
  EXPECT_NE(lock.find("name = \"tokenizers\"\nversion = \"" + version + "\"\n"), lock.npos);
}

}  // namespace tokenizer_test
}  // namespace sonde
