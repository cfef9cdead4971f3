// ignore=KEY: a key is passed over, or the option is an error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "encoders/model_copy_test.h"
#include "encoders/transformer/masked_words.h"

namespace sonde {
namespace ignored_keys_slow_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// A model, and how its encoder is specified.
struct Model {
  std::string kind, folder;
};

class IgnoredKeys : public testing::TestWithParam<Model> {
 protected:
  void SetUp() override {
    test::copy_model(GetParam().folder, folder_.path());
    if (GetParam().kind != "onnx") return;
    fs::copy(test::golden_folder("onnx") / "states.onnx", folder_.path() / "model.onnx");
  }

  std::string spec(const std::string& options = "") const {
    return GetParam().kind + ":" + folder_.path().string() + options;
  }

  std::vector<std::string> files() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      const auto name = entry.path().filename();
      if (name.extension() != ".json" || name == "expected.json" || name == "tokenizer.json")
        continue;
      if (name != "modules.json") found.push_back(entry.path().lexically_relative(folder_.path()));
    }
    return found;
  }

  std::string error(const std::string& options) const {
    try {
      test::encoder(spec(options));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << error.what();
      return error.what();
    }
    return {};
  }

  bool has_vector(const test::Encoded& wanted) const {
    const auto got = test::encode(*test::encoder(spec()), {"a dog sleeps"});
    return test::same_bits(got.vector(0), wanted.vector(0));
  }

  test::Folder folder_;
};

TEST_P(IgnoredKeys, AreRefusedIfTheyAreReadAndElseChangeNothing) {
  const auto wanted = test::encode(*test::encoder(spec()), {"a dog sleeps"});
  std::size_t read = 0, passed = 0;
  for (const auto& file : files()) {
    const auto all = read_json(folder_.path() / file);
    for (const auto& [key, value] : all.items()) {
      const auto line = error("?ignore=" + key);
      ++(line.empty() ? passed : read);
      if (!line.empty()) {
        EXPECT_THAT(line, AllOf(HasSubstr("sonde reads '" + key + "' of "), HasSubstr(".json")));
        continue;
      }
      auto rest = all;
      rest.erase(key);
      folder_.write(file, rest.dump());
      EXPECT_TRUE(has_vector(wanted)) << file << ": " << key;
      folder_.write(file, all.dump());
    }
  }
  EXPECT_GT(read, 1U);
  EXPECT_GT(passed, 0U);
}

TEST_P(IgnoredKeys, MustBeInTheFolderOnceEach) {
  EXPECT_THAT(error("?ignore=hiden_size"),
              HasSubstr("no file of the folder has the key 'hiden_size'; leave the key out"));
  EXPECT_THAT(error("?ignore=torch_dtype,Torch_dtype"), HasSubstr("the key '"));
  EXPECT_THAT(error("?ignore=a,a"), HasSubstr("names 'a' twice"));
  for (const std::string none : {"", ",", "a,", ",a", "a,,b"}) {
    EXPECT_THAT(error("?ignore=" + none), HasSubstr("names an empty key")) << none;
  }
}

TEST_P(IgnoredKeys, TheAdviceOnAnUnreadKeyWorks) {
  for (const auto& file : files()) {
    const auto all = read_json(folder_.path() / file);
    auto more = all;
    more["turns_about"] = 3;
    folder_.write(file, more.dump());
    const bool is_told = file.starts_with("tokenizer_config") ||
                         (GetParam().kind == "onnx" && file == "config.json");
    if (!is_told) {
      EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput, [&] { test::encoder(spec()); }),
                  AllOf(HasSubstr(file), HasSubstr("ignore=turns_about")));
    }
    EXPECT_NO_THROW(test::encoder(spec("?ignore=turns_about"))) << file;
    folder_.write(file, all.dump());
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, IgnoredKeys,
                         testing::Values(Model{"hf", "prompted"}, Model{"hf", "llama"},
                                         Model{"splade", "splade-bert"}, Model{"onnx", "prompted"},
                                         Model{"static", "static/model2vec"}),
                         [](const auto& row) {
                           auto name = row.param.kind + "_" + row.param.folder;
                           for (const char c : {'-', '/'}) std::ranges::replace(name, c, '_');
                           return name;
                         });

TEST(IgnoredKeysOfMaskedModels, ArePassedOverToo) {
  const test::Folder folder;
  test::copy_model("mlm-bert", folder.path());
  test::change_json(folder, "config.json", [](json& all) { all["turns_about"] = 3; });
  const auto make = [&](const std::string& options) {
    make_gap_filler("hf:" + folder.path().string() + options, {});
  };
  EXPECT_THAT(test::error_line(folder, ErrorKind::kInput, [&] { make(""); }),
              HasSubstr("ignore=turns_about"));
  EXPECT_NO_THROW(make("?ignore=turns_about"));
  EXPECT_THAT(
      test::error_line(folder, ErrorKind::kUsage, [&] { make("?ignore=turns_about,hidden_size"); }),
      HasSubstr("sonde reads 'hidden_size'"));
}

}  // namespace ignored_keys_slow_test
}  // namespace sonde
