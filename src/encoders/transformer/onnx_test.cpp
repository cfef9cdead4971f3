// ONNX models against onnxruntime's vectors (tools/golden/make_golden_onnx.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"

namespace sonde {
namespace onnx_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr double kTolerance = 1e-5;

const fs::path kFolder = test::golden_folder("onnx");

std::string spec_of(const std::string& file, const std::string& options = "") {
  return "onnx:" + (kFolder / file).string() + (options.empty() ? "" : "?" + options);
}

TEST(Onnx, VectorsAgreeWithOnnxruntime) {
  const auto expected = read_json(kFolder / "expected.json");
  const auto sentences = expected.at("sentences").get<std::vector<std::string>>();
  for (const auto& row : expected.at("cases")) {
    const auto spec =
        spec_of(row.at("file").get<std::string>(), row.at("options").get<std::string>());
    SCOPED_TRACE(spec);
    const auto encoder = test::encoder(spec);
    const auto encoded = test::encode(*encoder, sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto vector = row.at("vectors")[i].get<std::vector<double>>();
      ASSERT_EQ(vector.size(), encoder->dimension());
      for (std::size_t d = 0; d < vector.size(); ++d) {
        ASSERT_NEAR(static_cast<double>(encoded.vector(i)[d]), vector[d], kTolerance)
            << sentences[i];
      }
    }
  }
}

TEST(Onnx, TheSameModelIsTheSameEncoderAsByHf) {
  const std::vector<std::string> sentences{"A dog sleeps.", "The old man carries a heavy stone.",
                                           "a"};
  for (const std::string options :
       {"", "pooling=max&normalize=true", "prompt=query: &max_tokens=9"}) {
    const std::string more = options.empty() ? "" : "?" + options;
    const auto by_hf = test::encode(*test::encoder(test::golden("plain-bert") + more), sentences);
    const auto encoded = test::encode(*test::encoder(spec_of("states.onnx", options)), sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      EXPECT_EQ(encoded.remarks[i].tokens, by_hf.remarks[i].tokens);
      EXPECT_EQ(encoded.remarks[i].kept, by_hf.remarks[i].kept);
      for (std::size_t d = 0; d < encoded.vector(i).size(); ++d) {
        ASSERT_NEAR(encoded.vector(i)[d], by_hf.vector(i)[d], kTolerance) << options;
      }
    }
  }
}

TEST(Onnx, AVectorDependsOnItsTextAlone) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < 40; ++i) sentences.push_back(std::string(1 + i % 7, 'a') + " cat");
  for (const std::string file : {"states.onnx", "sentence.onnx"}) {
    const auto together = test::encode(*test::encoder(spec_of(file), 2), sentences);
    const auto alone = test::encoder(spec_of(file), 1);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto single = test::encode(*alone, {sentences[i]});
      EXPECT_TRUE(test::same_bits(single.vector(0), together.vector(i))) << file << ' ' << i;
    }
  }
}

TEST(Onnx, OptionsAndWeightsElsewhereArePartOfWhatItIs) {
  const auto what = [](const std::string& spec) { return test::encoder(spec)->views()[0].what; };
  const auto plain = what(spec_of("states.onnx"));
  EXPECT_NE(plain, what(spec_of("states.onnx", "pooling=cls")));
  EXPECT_NE(plain, what(spec_of("states.onnx", "output=pooler_output")));
  EXPECT_NE(plain, what(spec_of("states.onnx", "prompt=query: ")));
  test::Folder folder;
  for (const char* name : {"parted.onnx", "parted.weights", "tokenizer.json"}) {
    fs::copy(kFolder / name, folder.path());
  }
  const std::string copied = "onnx:" + folder.path().string();
  const auto before = what(copied);
  std::string bytes = read_file(folder.path() / "parted.weights", 1 << 20);
  bytes[100] = static_cast<char>(bytes[100] ^ 1);
  folder.write("parted.weights", bytes);
  EXPECT_NE(before, what(copied));
}

class OnnxFolder : public testing::Test {
 protected:
  void copy(const std::string& name, const fs::path& to) {
    fs::create_directories((folder_.path() / to).parent_path());
    fs::copy(kFolder / name, folder_.path() / to);
  }
  std::string error(const std::string& location, ErrorKind kind = ErrorKind::kInput) {
    return test::error_line(folder_, kind, [&] {
      test::encode(*test::encoder("onnx:" + (folder_.path() / location).string()), {"a"});
    });
  }
  test::Folder folder_;
};

TEST_F(OnnxFolder, TheModelIsFoundWhereExportersWriteIt) {
  copy("tokenizer.json", "tokenizer.json");
  EXPECT_THAT(error(""), HasSubstr("has no .onnx file"));
  copy("states.onnx", "onnx/model.onnx");
  const auto by_folder = test::encoder("onnx:" + folder_.path().string());
  const auto by_file = test::encoder("onnx:" + (folder_.path() / "onnx/model.onnx").string());
  EXPECT_EQ(by_folder->dimension(), 16U);
  EXPECT_TRUE(test::same_bits(test::encode(*by_folder, {"a dog"}).vector(0),
                              test::encode(*by_file, {"a dog"}).vector(0)));
  copy("states.onnx", "onnx/other.onnx");
  EXPECT_EQ(test::encoder("onnx:" + folder_.path().string())->dimension(), 16U);
  fs::rename(folder_.path() / "onnx/model.onnx", folder_.path() / "onnx/third.onnx");
  EXPECT_THAT(error(""), HasSubstr("has several models: other.onnx third.onnx"));
}

TEST_F(OnnxFolder, TheFilesOfSentenceTransformersSayWhatFollows) {
  copy("states.onnx", "model.onnx");
  for (const char* name :
       {"modules.json", "1_Pooling", "2_Dense", "config_sentence_transformers.json",
        "sentence_bert_config.json", "tokenizer.json", "tokenizer_config.json"}) {
    fs::copy(test::golden_folder("prompted") / name, folder_.path() / name,
             fs::copy_options::recursive);
  }
  const auto encoder = test::encoder("onnx:" + folder_.path().string());
  const auto by_hf = test::encoder(test::golden("prompted"));
  EXPECT_EQ(encoder->dimension(), by_hf->dimension());
}

TEST_F(OnnxFolder, WhatIsWrongIsSaid) {
  for (const char* name : {"fixed", "pixels", "nothing", "scores", "states"}) {
    copy(name + std::string(".onnx"), name + std::string(".onnx"));
  }
  EXPECT_THAT(error("states.onnx"),
              AllOf(HasSubstr("tokenizer.json"), HasSubstr("tokenizer=FILE")));
  copy("tokenizer.json", "tokenizer.json");
  EXPECT_THAT(error("fixed.onnx"), HasSubstr("has the shape [1,128]"));
  EXPECT_THAT(error("pixels.onnx"), HasSubstr("takes an input 'pixel_values'"));
  EXPECT_THAT(error("nothing.onnx"), HasSubstr("takes an input 'ids'"));
  EXPECT_THAT(error("scores.onnx"), HasSubstr("none of the usual outputs"));
  EXPECT_THAT(error("states.onnx?output=nowhere"),
              AllOf(HasSubstr("no output 'nowhere'"), HasSubstr("pooler_output")));
  EXPECT_THAT(error("states.onnx?pooling=pooler", ErrorKind::kUsage), HasSubstr("no pooler"));
  EXPECT_THAT(error("states.onnx?output=pooler_output&pooling=cls", ErrorKind::kUsage),
              HasSubstr("not pooled"));
  folder_.write("model.txt", "text");
  EXPECT_THAT(error("model.txt"), HasSubstr("is not an .onnx file"));
  EXPECT_THAT(error("missing.onnx"), HasSubstr("neither a file nor a folder; name an .onnx"));
}

// None of OpenVINO's own words, unless in brackets, and nothing that it prints by itself.
TEST_F(OnnxFolder, ABadModelIsNamedByItsKind) {
  copy("tokenizer.json", "tokenizer.json");
  copy("parted.onnx", "parted.onnx");
  const std::string good = read_file(kFolder / "states.onnx", 1 << 20);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string bytes = good;
    for (auto at = bytes.find(from); at != bytes.npos; at = bytes.find(from, at + 1)) {
      bytes.replace(at, from.size(), to);
    }
    return bytes;
  };
  const std::vector<std::pair<std::string, std::string>> all{
      {"", "is not an ONNX model; export or download"},
      {"hello\n", "is not an ONNX model; export or download"},
      {std::string(1000, '\0'), "is not an ONNX model; export or download"},
      {"<!DOCTYPE html>", "is a web page; download the file itself"},
      {"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"},
      {good.substr(0, 20), "is not a whole ONNX model: it is cut or damaged"},
      {good.substr(0, 5000), "is not a whole ONNX model: it is cut or damaged"},
      {good.substr(0, good.size() - 1), "is not a whole ONNX model: it is cut or damaged"},
      {with("MatMul", "XatMul"), "has operations that can't be run (OpenVINO: "},
      {with("Softmax", "Xoftmax"), "Xoftmax-17); export it with operations of the ONNX standard"},
      {with("input_ids", "input_idx"), "takes an input 'input_idx'"}};
  testing::internal::CaptureStderr();
  for (const auto& [bytes, message] : all) {
    folder_.write("bad.onnx", bytes);
    const auto line = error("bad.onnx");
    EXPECT_THAT(line, HasSubstr(message));
    for (const char* inner : {"FrontEnd", "frontends", ".cpp", "Summary", "Check '"}) {
      EXPECT_EQ(line.find(inner), line.npos) << line;
    }
  }
  folder_.write("parted.weights", "short");
  EXPECT_THAT(error("parted.onnx"), HasSubstr("and the weights next to it do not fit together"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(OnnxFolder, WeightsElsewhereAreInItsFolderOrRefused) {
  copy("tokenizer.json", "tokenizer.json");
  copy("parted.onnx", "parted.onnx");
  EXPECT_THAT(error("parted.onnx"), AllOf(HasSubstr("parted.weights"), HasSubstr("is missing")));
  std::string bytes = read_file(kFolder / "parted.onnx", 1 << 20);
  const std::string name = "parted.weights";
  for (auto at = bytes.find(name); at != bytes.npos; at = bytes.find(name)) {
    bytes.replace(at, name.size(), "../ed.weights.");
  }
  folder_.write("parted.onnx", bytes);
  EXPECT_THAT(error("parted.onnx"), HasSubstr("outside its folder"));
}

}  // namespace onnx_test
}  // namespace sonde
