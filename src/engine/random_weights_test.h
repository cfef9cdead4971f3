// Weights of any post-norm model, drawn by seed and written to a file that goes when they do.
#pragma once

#include <stdlib.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "engine/transformer_config.h"

namespace sonde::test {

class RandomWeights {
 public:
  explicit RandomWeights(const TransformerConfig& config) : config_(config) {
    std::string name = (std::filesystem::temp_directory_path() / "sonde-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    add_tensors();
    write();
  }
  ~RandomWeights() { std::filesystem::remove_all(folder_); }
  RandomWeights(const RandomWeights&) = delete;
  RandomWeights& operator=(const RandomWeights&) = delete;

  std::filesystem::path file() const { return folder_ / "model.safetensors"; }

 private:
  void add_tensors() {
    for (const auto& [name, rows] :
         {std::pair<std::string, std::size_t>{"word", config_.vocabulary},
          {"position", config_.positions},
          {"token_type", config_.token_types}}) {
      add("embeddings." + name + "_embeddings.weight", {rows, config_.hidden}, 0);
    }
    add_norm("embeddings.LayerNorm");
    for (std::size_t layer = 0; layer < config_.layers; ++layer) {
      add_layer("encoder.layer." + std::to_string(layer) + ".");
    }
  }

  void add_layer(const std::string& path) {
    const std::size_t all = config_.heads * config_.head_width;
    const std::size_t keys = config_.key_value_heads * config_.head_width;
    const Biases& biases = config_.biases;
    add_dense(path + "attention.self.query", config_.hidden, all, biases.projections);
    add_dense(path + "attention.self.key", config_.hidden, keys, biases.projections);
    add_dense(path + "attention.self.value", config_.hidden, keys, biases.projections);
    add_dense(path + "attention.output.dense", all, config_.hidden, biases.attended);
    add_norm(path + "attention.output.LayerNorm");
    const std::size_t between = config_.intermediate;
    add_dense(path + "intermediate.dense", config_.hidden, between, biases.feed_forward);
    if (config_.gated) add_dense(path + "gate", config_.hidden, between, biases.feed_forward);
    add_dense(path + "output.dense", between, config_.hidden, biases.feed_forward);
    add_norm(path + "output.LayerNorm");
  }

  void add_dense(const std::string& name, std::size_t from, std::size_t to, bool bias) {
    add(name + ".weight", {to, from}, 0);
    if (bias) add(name + ".bias", {to}, 0);
  }

  void add_norm(const std::string& name) {
    add(name + ".weight", {config_.hidden}, 1);
    if (config_.norm == Norm::kLayer && config_.biases.norm)
      add(name + ".bias", {config_.hidden}, 0);
  }

  void add(const std::string& name, const std::vector<std::size_t>& shape, float mean) {
    std::normal_distribution<float> numbers(mean, 0.2F);
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    const std::size_t first = data_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const float one = numbers(random_);
      data_.append(reinterpret_cast<const char*>(&one), sizeof one);
    }
    header_[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {first, data_.size()}}};
  }

  void write() const {
    const std::string header = header_.dump();
    const std::uint64_t size = header.size();
    std::ofstream out(file(), std::ios::binary);
    out.write(reinterpret_cast<const char*>(&size), sizeof size);
    out << header << data_;
  }

  const TransformerConfig& config_;
  std::filesystem::path folder_;
  std::mt19937 random_{3};
  nlohmann::json header_;
  std::string data_;
};

}  // namespace sonde::test
