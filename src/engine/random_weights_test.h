// Weights of any model, drawn by seed and written to a file that goes when they do.
#pragma once

#include <stdlib.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "engine/config/transformer_config.h"

namespace sonde::test {

class RandomWeights {
 public:
  using Lacks = std::function<bool(const std::string& tensor)>;
  explicit RandomWeights(
      const TransformerConfig& config, Lacks lacks = [](const std::string&) { return false; })
      : config_(config), lacks_(std::move(lacks)) {
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
    const ModelNames& names = config_.family->model_names;
    add_table(names.words, config_.vocabulary);
    if (config_.learned_positions) add_table(names.positions, config_.position_rows());
    add_table(names.distances, 2 * config_.relative.span);
    if (config_.relative.normed) add_norm(std::string(names.distances_norm), config_.hidden);
    if (config_.convolution > 0) {
      const std::string name(names.convolution);
      add(name + ".weight", {config_.hidden, config_.hidden, config_.convolution}, 0);
      add(name + ".bias", {config_.hidden}, 0);
      add_norm(std::string(names.convolution_norm), config_.hidden);
    }
    add_table("embeddings.token_type_embeddings", config_.token_types);
    add_table("embeddings.task_type_embeddings", config_.task_types);
    for (const auto name : {names.embedding_norm, names.final_norm}) {
      if (!name.empty()) add_norm(std::string(name), config_.embedding);
    }
    const Family& family = *config_.family;
    if (config_.projects)
      add_dense(std::string(family.projection_name), config_.embedding, config_.hidden, true);
    for (std::size_t layer = 0; config_.buckets > 0 && layer < config_.layers; ++layer) {
      add(numbered(family.relative_bias, layer) + ".weight", {config_.buckets, config_.heads}, 0);
    }
    for (std::size_t layer = 0; layer < config_.layers; ++layer) {
      add_layer(layer);
    }
  }

  void add_table(std::string_view name, std::size_t rows) {
    if (rows == 0 || name.empty()) return;
    add(std::string(name) + ".weight", {rows, config_.embedding}, 0);
  }

  void add_layer(std::size_t layer) {
    const LayerNames& names = config_.family->names;
    const std::string path = config_.layer_path(layer);
    const auto of = [&](std::string_view name) { return path + std::string(name); };
    const std::size_t hidden = config_.hidden, between = config_.layer_facts[layer].intermediate;
    const bool bias = config_.biases.feed_forward;
    add_attention(layer);
    add_layer_norms(layer);
    add_first_dense(layer);
    add_dense(of(names.down), between, hidden, bias);
  }

  void add_layer_norms(std::size_t layer) {
    const LayerNames& names = config_.family->names;
    for (const auto name : {names.attended_norm, names.norm, names.attention_input_norm,
                            names.feed_forward_input_norm}) {
      const bool first = layer == 0 && name == names.attention_input_norm;
      if (!name.empty() && (!first || config_.family->first_norm)) {
        add_norm(config_.layer_path(layer) + std::string(name), config_.hidden);
      }
    }
  }

  // From a token's state to the feed-forward part.
  void add_first_dense(std::size_t layer) {
    const LayerNames& names = config_.family->names;
    const std::string path = config_.layer_path(layer);
    const auto of = [&](std::string_view name) { return path + std::string(name); };
    const std::size_t hidden = config_.hidden, between = config_.layer_facts[layer].intermediate;
    const bool bias = config_.biases.feed_forward;
    if (config_.gated && !names.fused_up.empty()) {
      add_dense(of(names.fused_up), hidden, 2 * between, bias);
    } else {
      const bool other = !config_.gated && !names.ungated_up.empty();
      add_dense(of(other ? names.ungated_up : names.up), hidden, between, bias);
      if (config_.gated) add_dense(of(names.gate), hidden, between, bias);
    }
  }

  void add_attention(std::size_t layer) {
    const LayerNames& names = config_.family->names;
    const LayerFacts& facts = config_.layer_facts[layer];
    const std::string path = config_.layer_path(layer);
    const auto of = [&](std::string_view name) { return path + std::string(name); };
    const std::size_t all = facts.heads * config_.head_width;
    const std::size_t keys = facts.key_value_heads * config_.head_width;
    const bool bias = config_.biases.projections;
    if (config_.family->fusion == Fused::kNone) {
      add_matrix(of(names.query), config_.hidden, all, bias);
      add_matrix(of(names.key), config_.hidden, keys, bias);
      add_matrix(of(names.value), config_.hidden, keys, bias);
    } else {
      add_dense(of(names.fused), config_.hidden, all + 2 * keys, bias);
    }
    if (config_.family->headed_matrices) {
      add(of(names.attended), {config_.hidden, config_.heads, config_.head_width}, 0);
    } else {
      add_dense(of(names.attended), all, config_.hidden, config_.biases.attended);
    }
    add_score_terms(layer);
    if (names.query_norm.empty()) return;
    const bool by_head = config_.family->query_norm_of == QueryNorm::kHead;
    add_norm(of(names.query_norm), by_head ? config_.head_width : all);
    add_norm(of(names.key_norm), by_head ? config_.head_width : keys);
  }

  // Biases and vectors of distances in the scores.
  void add_score_terms(std::size_t layer) {
    const LayerNames& names = config_.family->names;
    const std::string path = config_.layer_path(layer);
    const auto of = [&](std::string_view name) { return path + std::string(name); };
    const std::size_t all = config_.layer_facts[layer].heads * config_.head_width;
    for (const auto name : {names.content_bias, names.distance_bias}) {
      if (!name.empty()) add(of(name), {config_.heads, config_.head_width}, 0);
    }
    for (const auto name : {names.query_bias, names.value_bias}) {
      if (!name.empty()) add(of(name), {all}, 0);
    }
    if (config_.relative.span > 0 && !config_.relative.shared) {
      add_matrix(of(names.distance_key), config_.hidden, all, config_.family->distance_key_bias);
      if (!names.distance_query.empty()) {
        add_dense(of(names.distance_query), config_.hidden, all, true);
      }
    }
  }

  void add_dense(const std::string& name, std::size_t from, std::size_t to, bool bias) {
    const bool transposed = config_.family->transposed;
    add(name + ".weight", {transposed ? from : to, transposed ? to : from}, 0);
    if (bias) add(name + ".bias", {to}, 0);
  }

  // A matrix of the attention, whose tensors may be by head.
  void add_matrix(const std::string& name, std::size_t from, std::size_t to, bool bias) {
    if (!config_.family->headed_matrices) return add_dense(name, from, to, bias);
    add(name, {from, config_.heads, to / config_.heads}, 0);
  }

  void add_norm(const std::string& name, std::size_t width) {
    if (!config_.family->norm_weights) return;
    add(name + ".weight", {width}, 1 - config_.family->norm_offset);
    if (config_.norm == Norm::kLayer && config_.biases.norm) add(name + ".bias", {width}, 0);
  }

  // Layers may share their weights.
  void add(const std::string& tensor, const std::vector<std::size_t>& shape, float mean) {
    const std::string name = std::string(config_.family->prefix) + tensor;
    if (header_.contains(name) || lacks_(tensor)) return;
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
  Lacks lacks_;
  std::filesystem::path folder_;
  std::mt19937 random_{3};
  nlohmann::json header_;
  std::string data_;
};

}  // namespace sonde::test
