// A golden model's family in a size whose kernels are those of real models.
#pragma once

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <string>

#include "data/folder_test.h"
#include "encoders/encode_test.h"
#include "formats/arrays/safetensors.h"
#include "formats/json/json.h"

namespace sonde::test {

// New sizes for a golden model's weights, and changes to config.json.
struct Growth {
  std::map<std::size_t, std::size_t> sizes;
  nlohmann::json config;
  bool is_bf16 = false;  // how the weights are stored (else f32)
};

// Each has 12 heads, 32 wide. Decoders have 4 for keys.
inline const std::map<std::string, Growth> kGrowths{
    {"mpnet",
     {{{16, 384}, {2, 12}, {40, 1536}, {98, 258}},
      {{"hidden_size", 384},
       {"num_attention_heads", 12},
       {"intermediate_size", 1536},
       {"max_position_embeddings", 258}}}},
    {"albert",
     {{{12, 128}, {16, 384}, {2, 12}, {40, 1536}, {96, 256}},
      {{"hidden_size", 384},
       {"embedding_size", 128},
       {"num_attention_heads", 12},
       {"intermediate_size", 1536},
       {"max_position_embeddings", 256},
       {"type_vocab_size", 12}}}},
    {"deberta-v2",
     {{{16, 384}, {40, 1536}, {44, 96}, {96, 256}},
      {{"hidden_size", 384},
       {"num_attention_heads", 12},
       {"intermediate_size", 1536},
       {"max_relative_positions", 48},
       {"max_position_embeddings", 256}}}},
    {"llama",
     {{{8, 128}, {16, 384}, {28, 1024}},
      {{"hidden_size", 384},
       {"num_attention_heads", 12},
       {"num_key_value_heads", 4},
       {"head_dim", 32},
       {"intermediate_size", 1024},
       {"max_position_embeddings", 256}},
      true}},
    {"gemma2",
     {{{16, 384}, {32, 768}, {28, 1024}},
      {{"hidden_size", 384},
       {"num_attention_heads", 24},
       {"num_key_value_heads", 12},
       {"head_dim", 32},
       {"sliding_window", 20},
       {"intermediate_size", 1024},
       {"max_position_embeddings", 256}}}},
    {"gpt-neox",
     {{{16, 384}, {48, 1152}, {28, 1024}},
      {{"hidden_size", 384},
       {"num_attention_heads", 12},
       {"intermediate_size", 1024},
       {"max_position_embeddings", 256}}}},
    {"mt5",
     {{{16, 384}, {24, 384}, {4, 12}, {28, 1024}},
      {{"d_model", 384}, {"num_heads", 12}, {"d_kv", 32}, {"d_ff", 1024}, {"n_positions", 256}}}},
    {"modernbert",
     {{{16, 384}, {48, 1152}, {28, 1024}, {56, 2048}},
      {{"hidden_size", 384},
       {"num_attention_heads", 12},
       {"intermediate_size", 1024},
       {"local_attention", 40},
       {"max_position_embeddings", 256}}}},
    {"gpt2",
     {{{16, 384}, {48, 1152}, {64, 1536}, {96, 256}},
      {{"n_embd", 384}, {"n_head", 12}, {"n_positions", 256}},
      true}},
    {"nomic-bert",
     {{{16, 384}, {48, 1152}, {40, 1536}},
      {{"n_embd", 384}, {"n_head", 12}, {"n_inner", 1536}, {"n_positions", 256}}}},
    {"bart",
     {{{16, 384}, {40, 1536}, {24, 1024}, {98, 258}},
      {{"d_model", 384},
       {"encoder_attention_heads", 12},
       {"encoder_ffn_dim", 1536},
       {"decoder_attention_heads", 12},
       {"decoder_ffn_dim", 1024},
       {"max_position_embeddings", 256}}}},
    {"xlnet",
     {{{16, 384}, {2, 12}, {8, 32}, {40, 1536}},
      {{"d_model", 384}, {"n_head", 12}, {"d_head", 32}, {"d_inner", 1536}}}}};

inline std::size_t grown(const Growth& growth, std::size_t size) {
  const auto found = growth.sizes.find(size);
  return found == growth.sizes.end() ? size : found->second;
}

// bf16 is the upper half of a float.
inline std::string halved(const std::string& floats) {
  std::string halves;
  for (std::size_t i = 0; i < floats.size(); i += sizeof(float)) halves += floats.substr(i + 2, 2);
  return halves;
}

inline std::string random_floats(std::size_t count, std::uint32_t seed, float mean, float spread) {
  std::mt19937 random(seed);
  std::string bytes(count * sizeof(float), '\0');
  for (std::size_t i = 0; i < count; ++i) {
    const auto uniform = static_cast<float>(random()) * 0x1p-32F - 0.5F;
    const float value = mean + spread * uniform;
    std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
  }
  return bytes;
}

// Scales of normalisation are about 1, matrices preserve the size of their inputs.
inline std::string grown_weights(const std::string& name, const std::vector<std::size_t>& shape,
                                 std::uint32_t seed) {
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  const bool scales = shape.size() == 1 && name.ends_with("weight");
  const bool multiplies = shape.size() >= 2 && name.find("embeddings.") == name.npos &&
                          name.find("embed_") == name.npos;
  const float spread = multiplies ? 4 / std::sqrt(static_cast<float>(count / shape[0])) : 1;
  return random_floats(count, seed, scales ? 1 : 0, spread);
}

inline void grow_weights(const std::filesystem::path& golden, const Growth& growth,
                         const Folder& folder) {
  const auto tensors = Safetensors::open(golden / "model.safetensors");
  nlohmann::json header;
  std::string data;
  for (const auto& name : tensors.names()) {
    auto shape = tensors.find(name)->shape;
    for (std::size_t& size : shape) size = grown(growth, size);
    const std::size_t first = data.size();
    const auto floats = grown_weights(name, shape, static_cast<std::uint32_t>(header.size()));
    data += growth.is_bf16 ? halved(floats) : floats;
    header[name] = {{"dtype", growth.is_bf16 ? "BF16" : "F32"},
                    {"shape", shape},
                    {"data_offsets", {first, data.size()}}};
  }
  const std::string text = header.dump();
  const std::uint64_t size = text.size();
  std::string length(sizeof size, '\0');
  std::memcpy(length.data(), &size, sizeof size);
  folder.write("model.safetensors", length + text + data);
}

inline void grow_model(const std::string& name, const Folder& folder) {
  const auto golden = golden_folder(name);
  const Growth& growth = kGrowths.at(name);
  auto config = read_json(golden / "config.json");
  config.update(growth.config);
  folder.write("config.json", config.dump());
  grow_weights(golden, growth, folder);
  std::filesystem::copy(golden / "tokenizer.json", folder.path());
  if (!std::filesystem::exists(golden / "tokenizer_config.json")) return;
  auto tokens = read_json(golden / "tokenizer_config.json");
  tokens["model_max_length"] = 256;
  folder.write("tokenizer_config.json", tokens.dump());
}

}  // namespace sonde::test
