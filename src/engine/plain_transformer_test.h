// A post-norm transformer written out with plain loops in double, by the same facts as the graphs.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/transformer_config.h"
#include "engine/weights.h"

namespace sonde::test {

using Rows = std::vector<std::vector<double>>;

class PlainTransformer {
 public:
  PlainTransformer(const TransformerConfig& config, const Weights& weights)
      : config_(config), weights_(weights) {}

  Rows states(const std::vector<std::int32_t>& ids, std::size_t layers) const {
    Rows rows = embed(ids);
    for (std::size_t layer = 0; layer < layers; ++layer) {
      rows = run(rows, "encoder.layer." + std::to_string(layer) + ".");
    }
    return rows;
  }

 private:
  Rows embed(const std::vector<std::int32_t>& ids) const {
    const std::size_t width = config_.hidden;
    const auto words =
        weights_.floats("embeddings.word_embeddings.weight", {config_.vocabulary, width});
    const auto positions =
        weights_.floats("embeddings.position_embeddings.weight", {config_.positions, width});
    const auto types =
        weights_.floats("embeddings.token_type_embeddings.weight", {config_.token_types, width});
    Rows rows(ids.size(), std::vector<double>(width));
    for (std::size_t t = 0; t < ids.size(); ++t) {
      for (std::size_t i = 0; i < width; ++i) {
        rows[t][i] = static_cast<double>(words[static_cast<std::size_t>(ids[t]) * width + i]) +
                     static_cast<double>(positions[t * width + i]) + static_cast<double>(types[i]);
      }
    }
    return norm(rows, "embeddings.LayerNorm");
  }

  Rows run(const Rows& in, const std::string& name) const {
    const std::size_t all = config_.heads * config_.head_width;
    const Rows attended =
        dense(attention(in, name + "attention.self."), name + "attention.output.dense", all,
              config_.hidden, config_.biases.attended);
    const Rows middle = norm(sum(attended, in), name + "attention.output.LayerNorm");
    return norm(sum(feed_forward(middle, name), middle), name + "output.LayerNorm");
  }

  Rows feed_forward(const Rows& in, const std::string& name) const {
    const std::size_t hidden = config_.hidden, between = config_.intermediate;
    const bool bias = config_.biases.feed_forward;
    Rows up = dense(in, name + "intermediate.dense", hidden, between, bias);
    if (config_.gated) {
      const Rows gate = activated(dense(in, name + "gate", hidden, between, bias));
      for (std::size_t t = 0; t < up.size(); ++t) {
        for (std::size_t i = 0; i < between; ++i) up[t][i] *= gate[t][i];
      }
    } else {
      up = activated(up);
    }
    return dense(up, name + "output.dense", between, hidden, bias);
  }

  Rows activated(Rows rows) const {
    for (auto& row : rows) {
      for (double& x : row) {
        x = config_.activation == Activation::kRelu ? std::max(x, 0.0)
                                                    : 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
      }
    }
    return rows;
  }

  Rows attention(const Rows& in, const std::string& name) const {
    const std::size_t width = config_.head_width, all = config_.heads * width;
    const std::size_t keys = config_.key_value_heads * width;
    const bool bias = config_.biases.projections;
    const Rows query = dense(in, name + "query", config_.hidden, all, bias);
    const Rows key = dense(in, name + "key", config_.hidden, keys, bias);
    const Rows value = dense(in, name + "value", config_.hidden, keys, bias);
    Rows out(in.size(), std::vector<double>(all));
    for (std::size_t head = 0; head < config_.heads; ++head) {
      const std::size_t from = head * config_.key_value_heads / config_.heads * width;
      for (std::size_t t = 0; t < in.size(); ++t) {
        const std::size_t seen = config_.causal ? t + 1 : in.size();
        const double* const asks = query[t].data() + head * width;
        const auto shares = softmax(asks, key, from, seen);
        for (std::size_t s = 0; s < seen; ++s) {
          for (std::size_t i = 0; i < width; ++i) {
            out[t][head * width + i] += shares[s] * value[s][from + i];
          }
        }
      }
    }
    return out;
  }

  std::vector<double> softmax(const double* query, const Rows& key, std::size_t first,
                              std::size_t seen) const {
    std::vector<double> shares;
    double total = 0;
    for (std::size_t s = 0; s < seen; ++s) {
      double score = 0;
      for (std::size_t i = 0; i < config_.head_width; ++i) score += query[i] * key[s][first + i];
      shares.push_back(std::exp(score * static_cast<double>(config_.attention_scale)));
      total += shares.back();
    }
    for (double& share : shares) share /= total;
    return shares;
  }

  Rows dense(const Rows& in, const std::string& name, std::size_t from, std::size_t to,
             bool biased) const {
    const auto matrix = weights_.floats(name + ".weight", {to, from});
    const auto bias = biased ? weights_.floats(name + ".bias", {to}) : std::vector<float>(to);
    Rows out(in.size(), std::vector<double>(bias.begin(), bias.end()));
    for (std::size_t t = 0; t < in.size(); ++t) {
      for (std::size_t o = 0; o < to; ++o) {
        for (std::size_t i = 0; i < from; ++i) {
          out[t][o] += in[t][i] * static_cast<double>(matrix[o * from + i]);
        }
      }
    }
    return out;
  }

  Rows norm(Rows rows, const std::string& name) const {
    const std::size_t width = config_.hidden;
    const auto scale = weights_.floats(name + ".weight", {width});
    const bool shifts = config_.norm == Norm::kLayer && config_.biases.norm;
    const auto shift =
        shifts ? weights_.floats(name + ".bias", {width}) : std::vector<float>(width);
    for (auto& row : rows) {
      double mean = 0, spread = 0;
      const auto n = static_cast<double>(row.size());
      if (config_.norm == Norm::kLayer) {
        for (const double x : row) mean += x / n;
      }
      for (const double x : row) spread += (x - mean) * (x - mean) / n;
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] =
            (row[i] - mean) / std::sqrt(spread + config_.epsilon) * static_cast<double>(scale[i]) +
            static_cast<double>(shift[i]);
      }
    }
    return rows;
  }

  static Rows sum(Rows a, const Rows& b) {
    for (std::size_t t = 0; t < a.size(); ++t) {
      for (std::size_t i = 0; i < a[t].size(); ++i) a[t][i] += b[t][i];
    }
    return a;
  }

  const TransformerConfig& config_;
  const Weights& weights_;
};

}  // namespace sonde::test
