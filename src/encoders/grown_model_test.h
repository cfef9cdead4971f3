// A golden model's family in a size whose kernels are those of real models.
#pragma once

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <string>

#include "encoders/encode_test.h"
#include "formats/json.h"
#include "formats/safetensors.h"
#include "items/folder_test.h"

namespace sonde::test {

// The sizes that golden models have, and what becomes of each. Of heads there are 12.
inline const std::map<std::size_t, std::size_t> kGrown{{2, 12},    {12, 128}, {16, 384},
                                                       {40, 1536}, {96, 256}, {98, 258}};

inline std::size_t grown(std::size_t size) {
  const auto found = kGrown.find(size);
  return found == kGrown.end() ? size : found->second;
}

inline void grow_config(const std::filesystem::path& golden, const Folder& folder) {
  auto config = read_json(golden / "config.json");
  for (const char* key :
       {"hidden_size", "dim", "embedding_size", "intermediate_size", "hidden_dim", "n_heads",
        "num_attention_heads", "max_position_embeddings", "type_vocab_size"}) {
    if (config.contains(key)) config[key] = grown(config[key].get<std::size_t>());
  }
  folder.write("config.json", config.dump());
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

// Scales of normalisation are about 1, matrices keep the size of what they multiply.
inline std::string grown_weights(const std::string& name, const std::vector<std::size_t>& shape,
                                 std::uint32_t seed) {
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  const bool scales = shape.size() == 1 && name.ends_with("weight");
  const bool multiplies = shape.size() == 2 && name.find("embeddings.") == name.npos;
  const float spread = multiplies ? 4 / std::sqrt(static_cast<float>(shape[1])) : 1;
  return random_floats(count, seed, scales ? 1 : 0, spread);
}

inline void grow_weights(const std::filesystem::path& golden, const Folder& folder) {
  const auto tensors = Safetensors::open(golden / "model.safetensors");
  nlohmann::json header;
  std::string data;
  for (const auto& name : tensors.names()) {
    auto shape = tensors.find(name)->shape;
    for (std::size_t& size : shape) size = grown(size);
    const std::size_t first = data.size();
    data += grown_weights(name, shape, static_cast<std::uint32_t>(header.size()));
    header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {first, data.size()}}};
  }
  const std::string text = header.dump();
  const std::uint64_t size = text.size();
  std::string length(sizeof size, '\0');
  std::memcpy(length.data(), &size, sizeof size);
  folder.write("model.safetensors", length + text + data);
}

inline void grow_model(const std::string& name, const Folder& folder) {
  const auto golden = golden_folder(name);
  grow_config(golden, folder);
  grow_weights(golden, folder);
  std::filesystem::copy(golden / "tokenizer.json", folder.path());
}

}  // namespace sonde::test
