// Advice on an unknown encoder, and on options outside UTF-8.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "encoders/encode_test.h"
#include "sonde/error.h"

namespace sonde {
namespace unknown_encoder_test {

TEST(Encoders, AnUnknownKindSuggestsTheNearest) {
  try {
    test::encoder("minlm");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("minilm"), std::string::npos);
  }
}

TEST(Encoders, AFileOrFolderAloneSuggestsItsKind) {
  for (const auto& [name, meant] : {std::pair{"./models/mine?layer=1", "'hf:./models/mine'"},
                                    {"org/name", "'hf:org/name'"},
                                    {"glove.txt", "'words:glove.txt'"},
                                    {"a/b.onnx", "'onnx:a/b.onnx'"},
                                    {"a/b.npy", "'vectors:a/b.npy'"}}) {
    try {
      test::encoder(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_EQ(error.advice(), std::string("did you mean ") + meant + "?");
    }
  }
}

TEST(Encoders, APythonFileAloneSuggestsItsInterpreter) {
  for (const std::string name : {"my_encoder.py", "./a/my_encoder.py"}) {
    try {
      test::encoder(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_EQ(error.advice(), "for a program: exec:python3 " + name);
    }
  }
}

TEST(Encoders, WhatIsNoKindOfSondeIsTold) {
  for (const auto& [name, advice] : {std::pair{"https://huggingface.co/org/name", "hf:ORG/NAME"},
                                     {"http://127.0.0.1:8080/v1", "openai:URL?model=NAME"},
                                     {"gguf:model.gguf", "llama-server -m FILE"},
                                     {"a/model.gguf", "llama-server -m FILE"},
                                     {"RANDOM", "did you mean 'random'?"}}) {
    try {
      test::encoder(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_THAT(error.advice(), testing::HasSubstr(advice));
    }
  }
}

TEST(Encoders, APromptThatIsNotUtf8IsRefused) {
  for (const std::string key : {"prompt", "query", "document"}) {
    try {
      test::encoder("minilm?" + key + "=%F0%9F");
      ADD_FAILURE() << key;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_THAT(error.what(), testing::HasSubstr("option " + key + "= of"));
    }
  }
}

}  // namespace unknown_encoder_test
}  // namespace sonde
