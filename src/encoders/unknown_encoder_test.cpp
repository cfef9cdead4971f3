// Advice on an unknown encoder, and on options outside UTF-8.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "encoders/encode_test.h"
#include "sonde/error.h"

namespace sonde {
namespace unknown_encoder_test {

// The usage error of a spec.
Error refusal_of(const std::string& spec) {
  try {
    test::encoder(spec);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << spec;
    return error;
  }
  ADD_FAILURE() << spec << " is an encoder";
  return usage_error("none");
}

TEST(Encoders, AnUnknownKindSuggestsTheNearest) {
  EXPECT_THAT(refusal_of("minlm").what(), testing::HasSubstr("minilm"));
}

TEST(Encoders, AFileOrFolderAloneSuggestsItsKind) {
  for (const auto& [name, meant] : {std::pair{"./models/mine?layer=1", "'hf:./models/mine'"},
                                    {"org/name", "'hf:org/name'"},
                                    {"glove.txt", "'words:glove.txt'"},
                                    {"a/b.onnx", "'onnx:a/b.onnx'"},
                                    {"a/b.npy", "'vectors:a/b.npy'"}}) {
    EXPECT_EQ(refusal_of(name).advice(), std::string("did you mean ") + meant + "?");
  }
}

TEST(Encoders, APythonFileAloneSuggestsItsInterpreter) {
  for (const std::string name : {"my_encoder.py", "./a/my_encoder.py"}) {
    EXPECT_EQ(refusal_of(name).advice(), "for a program: exec:python3 " + name);
  }
}

TEST(Encoders, WhatIsNoKindOfSondeIsTold) {
  for (const auto& [name, advice] : {std::pair{"https://huggingface.co/org/name", "hf:ORG/NAME"},
                                     {"http://127.0.0.1:8080/v1", "openai:URL?model=NAME"},
                                     {"gguf:model.gguf", "llama-server -m FILE"},
                                     {"a/model.gguf", "llama-server -m FILE"},
                                     {"RANDOM", "did you mean 'random'?"}}) {
    EXPECT_THAT(refusal_of(name).advice(), testing::HasSubstr(advice));
  }
}

TEST(Encoders, APromptThatIsNotUtf8IsRefused) {
  for (const std::string key : {"prompt", "query", "document"}) {
    EXPECT_THAT(refusal_of("minilm?" + key + "=%F0%9F").what(),
                testing::HasSubstr("option " + key + "= of"));
  }
}

}  // namespace unknown_encoder_test
}  // namespace sonde
