// A transformer written out with plain loops in double, by the same facts as the graphs.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/relative_buckets.h"
#include "engine/config/transformer_config.h"
#include "engine/graph/post_norm_graph.h"
#include "engine/weights/weights.h"

namespace sonde::test {

using Rows = std::vector<std::vector<double>>;

class PlainTransformer {
 public:
  PlainTransformer(const TransformerConfig& config, const Weights& weights)
      : config_(config), weights_(weights) {}

  Rows states(const std::vector<std::int32_t>& ids, std::size_t layers) const {
    Rows rows = embed(ids);
    for (std::size_t layer = 0; layer < layers; ++layer) rows = run(rows, layer);
    const auto last = config_.family->model_names.final_norm;
    return layers == config_.layers && !last.empty() ? norm(rows, of("", last)) : rows;
  }

 private:
  const LayerNames& names() const { return config_.family->names; }
  static std::string of(const std::string& path, std::string_view name) {
    return path + std::string(name);
  }

  Rows embed(const std::vector<std::int32_t>& ids) const {
    const std::size_t width = config_.embedding;
    Rows rows(ids.size(), std::vector<double>(width));
    const ModelNames& model = config_.family->model_names;
    add_rows(of("", model.words), config_.vocabulary, ids, rows);
    if (config_.scaled_embeddings) {
      for (auto& row : rows) {
        for (double& x : row) x *= std::sqrt(static_cast<double>(width));
      }
    }
    if (config_.learned_positions) {
      add_rows(of("", model.positions), config_.position_rows(), positions_of(ids), rows);
    }
    const std::vector<std::int32_t> zeros(ids.size());
    if (config_.token_types > 0)
      add_rows("embeddings.token_type_embeddings", config_.token_types, zeros, rows);
    if (config_.task_types > 0)
      add_rows("embeddings.task_type_embeddings", config_.task_types, zeros, rows);
    if (!model.embedding_norm.empty()) rows = norm(rows, of("", model.embedding_norm));
    if (!config_.projects) return rows;
    return dense(rows, std::string(config_.family->projection_name), width, config_.hidden, true);
  }

  void add_rows(const std::string& name, std::size_t count, const std::vector<std::int32_t>& which,
                Rows& rows) const {
    const std::size_t width = config_.embedding;
    const auto table = weights_.floats(name + ".weight", {count, width});
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const std::size_t from = static_cast<std::size_t>(which[t]) * width;
      for (std::size_t i = 0; i < width; ++i) rows[t][i] += static_cast<double>(table[from + i]);
    }
  }

  // Counts from 0, or, with padding, from after its id. Padding itself is at that id, uncounted.
  std::vector<std::int32_t> positions_of(const std::vector<std::int32_t>& ids) const {
    std::vector<std::int32_t> positions;
    auto next = static_cast<std::int32_t>(config_.position_offset);
    if (config_.padding) next = *config_.padding + 1;
    for (const auto id : ids) {
      const bool pads = config_.padding && id == *config_.padding;
      positions.push_back(pads ? id : next++);
    }
    return positions;
  }

  Rows run(const Rows& in, std::size_t layer) const {
    const std::string path = config_.layer_path(layer);
    const std::size_t all = config_.layer_facts[layer].heads * config_.head_width;
    const auto attended = [&](const Rows& rows) {
      return matrix(attention(rows, layer), path, names().attended, all, config_.hidden,
                    config_.biases.attended);
    };
    if (config_.family->build == build_post_norm) {
      const Rows middle = norm(sum(attended(in), in), of(path, names().attended_norm));
      const Rows out = norm(sum(feed_forward(middle, layer), middle), of(path, names().norm));
      return layer == 0 && config_.convolution > 0 ? convolved(in, out) : out;
    }
    const auto named_norm = [&](const Rows& rows, std::string_view name) {
      return name.empty() ? rows : norm(rows, of(path, name));
    };
    const bool first = layer == 0 && !config_.family->first_norm;
    const Rows entering = first ? in : named_norm(in, names().attention_input_norm);
    const Rows middle = sum(named_norm(attended(entering), names().attended_norm), in);
    const Rows from = named_norm(config_.parallel ? in : middle, names().feed_forward_input_norm);
    return sum(named_norm(feed_forward(from, layer), names().norm), middle);
  }

  // See He et al. (2021): DeBERTa's version 2, next to the first layer.
  Rows convolved(const Rows& in, const Rows& out) const {
    const std::size_t width = config_.hidden, size = config_.convolution;
    const std::string name(config_.family->model_names.convolution);
    const auto weights = weights_.floats(name + ".weight", {width, width, size});
    const auto bias = weights_.floats(name + ".bias", {width});
    Rows beside(in.size(), std::vector<double>(bias.begin(), bias.end()));
    for (std::size_t t = 0; t < in.size(); ++t) {
      for (std::size_t k = 0; k < size; ++k) {
        const std::size_t place = t + k - size / 2;  // wraps before the first
        for (std::size_t o = 0; place < in.size() && o < width; ++o) {
          for (std::size_t i = 0; i < width; ++i) {
            beside[t][o] += in[place][i] * static_cast<double>(weights[(o * width + i) * size + k]);
          }
        }
      }
    }
    return norm(sum(activated(beside), out), of("", config_.family->model_names.convolution_norm));
  }

  Rows feed_forward(const Rows& in, std::size_t layer) const {
    const std::string path = config_.layer_path(layer);
    const std::size_t hidden = config_.hidden, between = config_.layer_facts[layer].intermediate;
    const bool bias = config_.biases.feed_forward, fused = !names().fused_up.empty();
    Rows up, gate;
    if (config_.gated && fused) {
      for (const auto& row : dense(in, of(path, names().fused_up), hidden, 2 * between, bias)) {
        const auto half = row.begin() + static_cast<std::ptrdiff_t>(between);
        gate.emplace_back(row.begin(), half), up.emplace_back(half, row.end());
      }
    } else {
      const bool other = !config_.gated && !names().ungated_up.empty();
      up = dense(in, of(path, other ? names().ungated_up : names().up), hidden, between, bias);
      if (config_.gated) gate = dense(in, of(path, names().gate), hidden, between, bias);
    }
    if (!config_.gated) return dense(activated(up), of(path, names().down), between, hidden, bias);
    gate = activated(gate);
    for (std::size_t t = 0; t < up.size(); ++t) {
      for (std::size_t i = 0; i < between; ++i) up[t][i] *= gate[t][i];
    }
    return dense(up, of(path, names().down), between, hidden, bias);
  }

  Rows activated(Rows rows) const {
    for (auto& row : rows) {
      for (double& x : row) x = activated(x);
    }
    return rows;
  }

  double activated(double x) const {
    switch (config_.activation) {
      case Activation::kRelu:
        return std::max(x, 0.0);
      case Activation::kGelu:
        return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
      case Activation::kGeluTanh:
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
      case Activation::kSilu:
        return x / (1 + std::exp(-x));
    }
    return NAN;
  }

  Rows attention(const Rows& in, std::size_t layer) const {
    const LayerFacts& facts = config_.layer_facts[layer];
    const std::size_t width = config_.head_width;
    const auto [query, key, value] = projections(in, layer);
    const Projections distances = distances_of(layer);
    Rows out(in.size(), std::vector<double>(facts.heads * width));
    for (std::size_t head = 0; head < facts.heads; ++head) {
      const std::size_t from = head * facts.key_value_heads / facts.heads * width;
      for (std::size_t t = 0; t < in.size(); ++t) {
        const auto shares =
            shares_of(query[t].data() + head * width, key, from, {layer, head, t, &distances});
        for (std::size_t s = 0; s < shares.size(); ++s) {
          for (std::size_t i = 0; i < width; ++i) {
            out[t][head * width + i] += shares[s] * value[s][from + i];
          }
        }
      }
    }
    return out;
  }

  struct Projections {
    Rows query, key, value;
  };

  struct Asking {
    std::size_t layer, head, token;
    const Projections* distances;
  };

  Projections projections(const Rows& in, std::size_t layer) const {
    const LayerFacts& facts = config_.layer_facts[layer];
    const std::string path = config_.layer_path(layer);
    const std::size_t queries = facts.heads * config_.head_width;
    const std::size_t keys = facts.key_value_heads * config_.head_width;
    const bool bias = config_.biases.projections;
    const auto part = [&](std::string_view name, std::size_t size) {
      return matrix(in, path, name, config_.hidden, size, bias);
    };
    Projections all = config_.family->fusion == Fused::kNone
                          ? Projections{part(names().query, queries), part(names().key, keys),
                                        part(names().value, keys)}
                          : divided(part(names().fused, queries + 2 * keys), queries, keys);
    for (Rows* rows : {&all.query, &all.key, &all.value}) clip(*rows);
    add_bias(path, names().query_bias, all.query);
    add_bias(path, names().value_bias, all.value);
    return {turned(query_norm(all.query, path, names().query_norm), facts.rope),
            turned(query_norm(all.key, path, names().key_norm), facts.rope), all.value};
  }

  void add_bias(const std::string& path, std::string_view name, Rows& rows) const {
    if (name.empty()) return;
    const auto bias = weights_.floats(of(path, name), {rows[0].size()});
    for (auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) row[i] += static_cast<double>(bias[i]);
    }
  }

  // Projects the rows of the table of distances, as queries and keys.
  Projections distances_of(std::size_t layer) const {
    const RelativeAttention& facts = config_.relative;
    if (facts.span == 0) return {};
    if (config_.family->relative == Relative::kSinusoids) return sinusoids(layer);
    const ModelNames& model = config_.family->model_names;
    const std::size_t width = config_.hidden;
    const auto table =
        weights_.floats(of("", model.distances) + ".weight", {2 * facts.span, width});
    Rows rows;
    for (auto row = table.begin(); row != table.end(); row += static_cast<std::ptrdiff_t>(width)) {
      rows.emplace_back(row, row + static_cast<std::ptrdiff_t>(width));
    }
    if (facts.normed) rows = norm(rows, of("", model.distances_norm));
    if (facts.shared) return projections(rows, layer);
    const std::size_t size = config_.heads * config_.head_width;
    const auto part = [&](bool wanted, std::string_view name, bool bias) {
      return wanted ? dense(rows, of(config_.layer_path(layer), name), width, size, bias) : Rows();
    };
    return {part(facts.of_keys, names().distance_query, true),
            part(facts.of_queries, names().distance_key, config_.family->distance_key_bias),
            {}};
  }

  // Sinusoids of the distances query - key from the last position's on, as keys.
  Projections sinusoids(std::size_t layer) const {
    const std::size_t width = config_.hidden;
    Rows rows;
    const auto farthest = static_cast<double>(config_.positions) - 1;
    for (double distance = -farthest; distance <= farthest; ++distance) {
      rows.emplace_back(width);
      for (std::size_t i = 0; i < width / 2; ++i) {
        const auto share = static_cast<double>(2 * i) / static_cast<double>(width);
        rows.back()[i] = std::sin(distance * std::pow(10000, -share));
        rows.back()[width / 2 + i] = std::cos(distance * std::pow(10000, -share));
      }
    }
    return {{},
            matrix(rows, config_.layer_path(layer), names().distance_key, width,
                   config_.heads * config_.head_width, false),
            {}};
  }

  // A dense layer of the attention.
  Rows matrix(const Rows& in, const std::string& path, std::string_view name, std::size_t from,
              std::size_t to, bool biased) const {
    if (!config_.family->headed_matrices) return dense(in, of(path, name), from, to, biased);
    const bool leaves = name == names().attended;
    const std::size_t first = leaves ? to : from, rest = leaves ? from : to;
    const auto numbers =
        weights_.floats(of(path, name), {first, config_.heads, rest / config_.heads});
    Rows out(in.size(), std::vector<double>(to));
    for (std::size_t t = 0; t < in.size(); ++t) {
      for (std::size_t o = 0; o < to; ++o) {
        for (std::size_t i = 0; i < from; ++i) {
          out[t][o] += in[t][i] * static_cast<double>(numbers[leaves ? o * from + i : i * to + o]);
        }
      }
    }
    return out;
  }

  // Added to the queries of a head.
  double head_bias(const Asking& asking, std::string_view name, std::size_t i) const {
    if (name.empty()) return 0;
    const auto all = weights_.floats(of(config_.layer_path(asking.layer), name),
                                     {config_.heads, config_.head_width});
    return static_cast<double>(all[asking.head * config_.head_width + i]);
  }

  Projections divided(const Rows& all, std::size_t queries, std::size_t keys) const {
    Projections three;
    const std::size_t width = config_.head_width;
    for (const auto& row : all) {
      for (Rows* rows : {&three.query, &three.key, &three.value}) rows->emplace_back();
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t by_head = i / width % 3, in_order = i < queries          ? 0
                                                              : i < queries + keys ? 1
                                                                                   : 2;
        const std::size_t which = config_.family->fusion == Fused::kByHead ? by_head : in_order;
        (which == 0 ? three.query : which == 1 ? three.key : three.value).back().push_back(row[i]);
      }
    }
    return three;
  }

  void clip(Rows& rows) const {
    const auto bound = static_cast<double>(config_.clip);
    if (bound == 0) return;
    for (auto& row : rows) {
      for (double& x : row) x = std::clamp(x, -bound, bound);
    }
  }

  Rows query_norm(Rows rows, const std::string& path, std::string_view name) const {
    if (name.empty()) return rows;
    if (config_.family->query_norm_of == QueryNorm::kWhole) return norm(rows, of(path, name));
    const auto width = static_cast<std::ptrdiff_t>(config_.head_width);
    for (auto& row : rows) {
      for (auto head = row.begin(); head != row.end(); head += width) {
        const Rows one = norm({{head, head + width}}, of(path, name));
        std::ranges::copy(one[0], head);
      }
    }
    return rows;
  }

  // Treats pairs as complex numbers, each times e^(i * place * frequency).
  Rows turned(Rows rows, std::size_t which) const {
    if (config_.ropes.empty()) return rows;
    const Rope& rope = config_.ropes[which];
    const std::size_t pairs = rope.frequencies.size();
    for (std::size_t t = 0; t < rows.size(); ++t) {
      for (std::size_t head = 0; head < rows[t].size(); head += config_.head_width) {
        for (std::size_t i = 0; i < pairs; ++i) {
          double &real = rows[t][head + i], &imaginary = rows[t][head + pairs + i];
          const std::complex<double> pair =
              std::complex<double>(real, imaginary) *
              std::polar(rope.scale, static_cast<double>(t) * rope.frequencies[i]);
          real = pair.real(), imaginary = pair.imag();
        }
      }
    }
    return rows;
  }

  // Shares of a token's attention, by softmax. `first`: the keys' first number for this head.
  std::vector<double> shares_of(const double* query, const Rows& key, std::size_t first,
                                const Asking& asking) const {
    std::vector<double> shares;
    double total = 0;
    const auto cap = static_cast<double>(config_.soft_cap);
    for (std::size_t s = 0; s < key.size(); ++s) {
      double score = 0;
      for (std::size_t i = 0; i < config_.head_width; ++i) {
        score += (query[i] + head_bias(asking, names().content_bias, i)) * key[s][first + i];
      }
      score += relative_score(query, key[s].data() + first, asking, s);
      score *= static_cast<double>(config_.attention_scale);
      if (cap > 0) score = cap * std::tanh(score / cap);
      score += bias_of(asking, s);
      shares.push_back(sees(asking, s) ? std::exp(score) : 0);
      total += shares.back();
    }
    for (double& share : shares) share /= total;
    return shares;
  }

  double relative_score(const double* query, const double* key, const Asking& asking,
                        std::size_t place) const {
    const RelativeAttention& facts = config_.relative;
    if (facts.span == 0) return 0;
    const auto distance =
        static_cast<std::int64_t>(asking.token) - static_cast<std::int64_t>(place);
    const bool table = config_.family->relative == Relative::kDisentangled;
    const auto row = static_cast<std::size_t>(
        table ? disentangled_row(distance, facts.span, facts.reach)
              : distance + static_cast<std::int64_t>(config_.positions) - 1);
    double score = 0;
    for (std::size_t i = 0; i < config_.head_width; ++i) {
      const std::size_t at = asking.head * config_.head_width + i;
      const double biased = query[i] + head_bias(asking, names().distance_bias, i);
      if (facts.of_queries) score += biased * asking.distances->key[row][at];
      if (facts.of_keys) score += key[i] * asking.distances->query[row][at];
    }
    return score;
  }

  bool sees(const Asking& asking, std::size_t key) const {
    const std::size_t window = config_.layer_facts[asking.layer].window;
    const std::size_t low = std::min(asking.token, key), high = std::max(asking.token, key);
    if (window > 0 && high - low >= window) return false;
    return !config_.causal || key <= asking.token;
  }

  double bias_of(const Asking& asking, std::size_t key) const {
    if (config_.buckets == 0) return 0;
    const auto name = numbered(config_.family->relative_bias, asking.layer) + ".weight";
    const auto table = weights_.floats(name, {config_.buckets, config_.heads});
    const auto distance = static_cast<std::int64_t>(key) - static_cast<std::int64_t>(asking.token);
    const auto bucket = static_cast<std::size_t>(relative_bucket(distance));
    return static_cast<double>(table[bucket * config_.heads + asking.head]);
  }

  Rows dense(const Rows& in, const std::string& name, std::size_t from, std::size_t to,
             bool biased) const {
    const bool transposed = config_.family->transposed;
    const auto matrix = transposed ? weights_.floats(name + ".weight", {from, to})
                                   : weights_.floats(name + ".weight", {to, from});
    const auto bias = biased ? weights_.floats(name + ".bias", {to}) : std::vector<float>(to);
    Rows out(in.size(), std::vector<double>(bias.begin(), bias.end()));
    for (std::size_t t = 0; t < in.size(); ++t) {
      for (std::size_t o = 0; o < to; ++o) {
        for (std::size_t i = 0; i < from; ++i) {
          out[t][o] +=
              in[t][i] * static_cast<double>(matrix[transposed ? i * to + o : o * from + i]);
        }
      }
    }
    return out;
  }

  Rows norm(Rows rows, const std::string& name) const {
    const std::size_t width = rows.front().size();
    const auto scale = config_.family->norm_weights ? weights_.floats(name + ".weight", {width})
                                                    : std::vector<float>(width, 1);
    const auto offset = static_cast<double>(config_.family->norm_offset);
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
        row[i] = (row[i] - mean) / std::sqrt(spread + config_.epsilon) *
                     (offset + static_cast<double>(scale[i])) +
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
