// The graph against the same network written out with plain loops in double.
#include "engine/transformer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/model_folder.h"

namespace sonde {
namespace {

const std::filesystem::path kGolden = SONDE_SOURCE_DIR "/tests/golden";

using Rows = std::vector<std::vector<double>>;

class Reference {
 public:
  Reference(const TransformerConfig& config, const Weights& weights)
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
    return layer_norm(rows, "embeddings.LayerNorm");
  }

  Rows run(const Rows& in, const std::string& name) const {
    const Rows attended = dense(attention(in, name + "attention.self."),
                                name + "attention.output.dense", config_.hidden, config_.hidden);
    const Rows middle = layer_norm(sum(attended, in), name + "attention.output.LayerNorm");
    Rows wide = dense(middle, name + "intermediate.dense", config_.hidden, config_.intermediate);
    for (auto& row : wide) {
      for (double& x : row) x = 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    }
    const Rows out = dense(wide, name + "output.dense", config_.intermediate, config_.hidden);
    return layer_norm(sum(out, middle), name + "output.LayerNorm");
  }

  Rows attention(const Rows& in, const std::string& name) const {
    const Rows query = dense(in, name + "query", config_.hidden, config_.hidden);
    const Rows key = dense(in, name + "key", config_.hidden, config_.hidden);
    const Rows value = dense(in, name + "value", config_.hidden, config_.hidden);
    const std::size_t width = config_.hidden / config_.heads;
    Rows out(in.size(), std::vector<double>(config_.hidden));
    for (std::size_t head = 0; head < config_.heads; ++head) {
      for (std::size_t t = 0; t < in.size(); ++t) {
        const auto shares = softmax(query[t], key, head * width, width);
        for (std::size_t s = 0; s < in.size(); ++s) {
          for (std::size_t i = head * width; i < (head + 1) * width; ++i) {
            out[t][i] += shares[s] * value[s][i];
          }
        }
      }
    }
    return out;
  }

  static std::vector<double> softmax(const std::vector<double>& query, const Rows& key,
                                     std::size_t first, std::size_t width) {
    std::vector<double> shares;
    double total = 0;
    for (const auto& row : key) {
      double score = 0;
      for (std::size_t i = first; i < first + width; ++i) score += query[i] * row[i];
      shares.push_back(std::exp(score / std::sqrt(static_cast<double>(width))));
      total += shares.back();
    }
    for (double& share : shares) share /= total;
    return shares;
  }

  Rows dense(const Rows& in, const std::string& name, std::size_t from, std::size_t to) const {
    const auto matrix = weights_.floats(name + ".weight", {to, from});
    const auto bias = weights_.floats(name + ".bias", {to});
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

  Rows layer_norm(Rows rows, const std::string& name) const {
    const auto scale = weights_.floats(name + ".weight", {config_.hidden});
    const auto shift = weights_.floats(name + ".bias", {config_.hidden});
    for (auto& row : rows) {
      double mean = 0;
      double variance = 0;
      const auto n = static_cast<double>(row.size());
      for (const double x : row) mean += x / n;
      for (const double x : row) variance += (x - mean) * (x - mean) / n;
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = (row[i] - mean) / std::sqrt(variance + config_.epsilon) *
                     static_cast<double>(scale[i]) +
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

class TransformerTest : public testing::TestWithParam<Products> {};

TEST_P(TransformerTest, AgreesWithPlainLoopsInEveryLayer) {
  if (GetParam() == Products::kTiles && !AmxDense::supported()) GTEST_SKIP() << "no AMX here";
  const auto folder = read_model_folder(kGolden / "plain-bert");
  const Weights weights(folder.weights, folder.transformer.family->prefix);
  const std::vector<std::size_t> taps{0, 3, 1, 2};
  const auto transformer =
      make_transformer(folder.transformer, weights, taps, Precision::kF32, GetParam(), 2);
  const Reference reference(folder.transformer, weights);
  const std::vector<std::vector<std::int32_t>> sentences{{2, 60, 130, 99, 3}, {2, 17, 17, 150, 3}};
  std::vector<std::int32_t> ids;
  for (const auto& sentence : sentences) ids.insert(ids.end(), sentence.begin(), sentence.end());
  std::size_t used = 0;
  transformer->run(ids, 5, [&](std::span<const Matrix<const float>> states) {
    for (std::size_t tap = 0; tap < taps.size(); ++tap) {
      ASSERT_EQ(states[tap].rows(), 10U);
      for (std::size_t s = 0; s < sentences.size(); ++s) {
        const Rows want = reference.states(sentences[s], taps[tap]);
        for (std::size_t t = 0; t < 5; ++t) {
          for (std::size_t i = 0; i < folder.transformer.hidden; ++i, ++used) {
            ASSERT_NEAR(static_cast<double>(states[tap](s * 5 + t, i)), want[t][i], 2e-5);
          }
        }
      }
    }
  });
  EXPECT_EQ(used, 4U * 10 * 16);
}

INSTANTIATE_TEST_SUITE_P(Products, TransformerTest,
                         testing::Values(Products::kLibrary, Products::kTiles));

}  // namespace
}  // namespace sonde
