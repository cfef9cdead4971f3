// `states=`: encoder or decoder of a family that has both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "encoders/model_copy_test.h"
#include "formats/arrays/safetensors.h"

namespace sonde {
namespace decoder_states_slow_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

std::vector<float> vector_of(const std::string& spec) {
  const auto encoded = test::encode(*test::encoder(spec), {"A dog sleeps."});
  return {encoded.vector(0).begin(), encoded.vector(0).end()};
}

struct Stored {
  std::vector<std::size_t> shape;
  std::string bytes;
};

class DecoderStates : public testing::TestWithParam<std::string> {
 protected:
  DecoderStates() { test::copy_model(GetParam(), folder_.path()); }

  void set(const std::string& key, const json& value) {
    test::change_json(folder_, "config.json", [&](json& all) { all[key] = value; });
  }
  std::string spec(const std::string& states) const {
    return "hf:" + folder_.path().string() + "?states=" + states;
  }
  std::string error(const std::string& states, ErrorKind kind = ErrorKind::kInput) const {
    return test::error_line(folder_, kind, [&] { vector_of(spec(states)); });
  }
  // Edits the tensors of the weights, which are in F16.
  void edit(const std::function<void(std::map<std::string, Stored>&)>& change) {
    std::map<std::string, Stored> stored;
    {
      const auto tensors = Safetensors::open(folder_.path() / "model.safetensors");
      for (const auto& name : tensors.names()) {
        const auto& [type, shape, bytes] = *tensors.find(name);
        stored[name] = {shape, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
      }
    }
    change(stored);
    json header;
    std::string data;
    for (const auto& [name, tensor] : stored) {
      const std::size_t end = data.size() + tensor.bytes.size();
      header[name] = {
          {"dtype", "F16"}, {"shape", tensor.shape}, {"data_offsets", {data.size(), end}}};
      data += tensor.bytes;
    }
    const std::string text = header.dump();
    const std::uint64_t size = text.size();
    std::string length(sizeof size, '\0');
    std::memcpy(length.data(), &size, sizeof size);
    folder_.write("model.safetensors", length + text + data);
  }

  // Leaves tensors out whose names contain `part`.
  void drop(const std::string& part) {
    edit([&](auto& stored) {
      std::erase_if(stored,
                    [&](const auto& row) { return row.first.find(part) != row.first.npos; });
    });
  }

  test::Folder folder_;
};

TEST_P(DecoderStates, AreOthersThanTheEncodersWhichAreTheDefault) {
  const auto plain = test::encoder("hf:" + folder_.path().string());
  const auto encoder = test::encoder(spec("encoder")), decoder = test::encoder(spec("decoder"));
  EXPECT_EQ(plain->views()[0].what, encoder->views()[0].what);
  EXPECT_NE(plain->views()[0].what, decoder->views()[0].what);
  EXPECT_EQ(vector_of("hf:" + folder_.path().string()), vector_of(spec("encoder")));
  EXPECT_NE(vector_of(spec("decoder")), vector_of(spec("encoder")));
}

TEST_P(DecoderStates, NeedADecoderInTheWeights) {
  drop("decoder.");
  EXPECT_NO_THROW(vector_of(spec("encoder")));
  EXPECT_THAT(error("decoder"), AllOf(HasSubstr("model.safetensors"), HasSubstr("has no decoder"),
                                      HasSubstr("use states=encoder")));
}

// The encoder's states need none of them.
TEST_P(DecoderStates, NeedEachTensorOfTheDecoder) {
  drop("decoder.layers.1.encoder_attn_layer_norm.bias");
  EXPECT_NO_THROW(vector_of(spec("encoder")));
  EXPECT_THAT(error("decoder"), HasSubstr("'decoder.layers.1.encoder_attn_layer_norm.bias'"));
}

TEST_P(DecoderStates, ReadTheDecodersKeys) {
  for (const auto& [key, value, message] : std::vector<std::tuple<std::string, json, std::string>>{
           {"decoder_layers", 1, "has the tensor 'decoder.layers.1.self_attn.q_proj.weight'"},
           {"decoder_layers", 3, "has no tensor 'decoder.layers.2"},
           {"decoder_attention_heads", 3, "'decoder_attention_heads' is 3, not a divisor"},
           {"decoder_ffn_dim", 25, "'decoder.layers.0.fc1.weight' has the shape"},
           {"is_encoder_decoder", false, "'is_encoder_decoder' is false"}}) {
    const auto before = read_json(folder_.path() / "config.json");
    set(key, value);
    EXPECT_NO_THROW(vector_of(spec("encoder"))) << key;
    EXPECT_THAT(error("decoder"), HasSubstr(message));
    folder_.write("config.json", before.dump());
  }
}

TEST_P(DecoderStates, BeginWithATokenOfTheVocabulary) {
  const std::string key = GetParam() == "bart" ? "decoder_start_token_id" : "pad_token_id";
  set(key, 100'000);
  EXPECT_NO_THROW(vector_of(spec("encoder")));
  EXPECT_THAT(error("decoder"), HasSubstr("'" + key + "' is 100000, not below vocab_size"));
  set(key, nullptr);
  EXPECT_THAT(error("decoder"), HasSubstr("lacks '" + key + "'"));
}

// The weights call it shared if both parts have the same.
std::string table_name(const std::string& model, const std::string& part) {
  return (model == "bart" ? "model." : "") + part + ".weight";
}

TEST_P(DecoderStates, HaveTheTableOfTokensWhateverItsName) {
  const auto encoder = vector_of(spec("encoder")), decoder = vector_of(spec("decoder"));
  std::string before = table_name(GetParam(), "shared");
  for (const std::string part : {"encoder.embed_tokens", "decoder.embed_tokens"}) {
    const std::string name = table_name(GetParam(), part);
    edit([&](auto& stored) {
      auto row = stored.extract(before);
      row.key() = name;
      stored.insert(std::move(row));
    });
    EXPECT_EQ(vector_of(spec("encoder")), encoder) << part;
    EXPECT_EQ(vector_of(spec("decoder")), decoder) << part;
    before = name;
  }
}

// transformers does not tie tables that differ.
TEST_P(DecoderStates, HaveTheirOwnTableOfTokensIfThereIsOne) {
  const auto encoder = vector_of(spec("encoder")), decoder = vector_of(spec("decoder"));
  const auto add_zeros = [&](const std::string& part) {
    edit([&](auto& stored) {
      Stored table = stored.at(table_name(GetParam(), "shared"));
      table.bytes.assign(table.bytes.size(), '\0');
      stored[table_name(GetParam(), part)] = table;
    });
  };
  add_zeros("decoder.embed_tokens");
  EXPECT_EQ(vector_of(spec("encoder")), encoder);
  EXPECT_NE(vector_of(spec("decoder")), decoder);
  add_zeros("encoder.embed_tokens");
  EXPECT_NE(vector_of(spec("encoder")), encoder);
}

INSTANTIATE_TEST_SUITE_P(Models, DecoderStates, testing::Values("bart", "mbart"),
                         [](const auto& model) { return model.param; });

TEST(ChoiceOfStates, IsRefusedForAFamilyWithoutADecoder) {
  const test::Folder folder;
  for (const std::string states : {"encoder", "decoder"}) {
    EXPECT_THAT(
        test::error_line(folder, ErrorKind::kUsage,
                         [&] { test::encoder(test::golden("plain-bert") + "?states=" + states); }),
        AllOf(HasSubstr("family bert"), HasSubstr("leave states= out"), HasSubstr("bart, mbart")));
  }
}

TEST(ChoiceOfStates, IsOfTwo) {
  const test::Folder folder;
  EXPECT_THAT(test::error_line(folder, ErrorKind::kUsage,
                               [&] { test::encoder(test::golden("bart") + "?states=both"); }),
              AllOf(HasSubstr("states"), HasSubstr("encoder"), HasSubstr("decoder")));
}

}  // namespace decoder_states_slow_test
}  // namespace sonde
