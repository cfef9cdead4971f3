#include "engine/models/pooling.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace sonde {
namespace {

void copy_token(Matrix<const float> states, std::size_t token, std::span<double> out) {
  std::ranges::copy(states[token], out.begin());
}

void divide(std::span<double> out, double by) {
  for (double& number : out) number /= by;
}

void add_tokens(Matrix<const float> states, std::size_t first, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  for (std::size_t t = first; t < states.rows(); ++t) {
    const float* row = states[t].data();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += static_cast<double>(row[i]);
  }
}

void pool_weighted(Matrix<const float> states, std::size_t first, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  double total = 0;
  for (std::size_t t = first; t < states.rows(); ++t) {
    const auto weight = static_cast<double>(t + 1);
    total += weight;
    const float* row = states[t].data();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += weight * static_cast<double>(row[i]);
  }
  divide(out, total);
}

void pool_max(Matrix<const float> states, std::size_t first, std::span<double> out) {
  copy_token(states, first, out);
  for (std::size_t t = first + 1; t < states.rows(); ++t) {
    const float* row = states[t].data();
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = std::max(out[i], static_cast<double>(row[i]));
    }
  }
}

// The token whose state is the vector. None if the pooling combines tokens.
std::optional<std::size_t> token_taken(Pooling pooling, const PooledTokens& tokens,
                                       std::size_t rows) {
  switch (pooling) {
    case Pooling::kCls:
      return tokens.first;
    case Pooling::kPooler:
      return 0;
    case Pooling::kLastToken:
      return rows - 1;
    case Pooling::kMask:
      return tokens.mask;
    default:
      return std::nullopt;
  }
}

double weight_of(const SparsePooling& pooling, float logit) {
  const double once = std::log1p(static_cast<double>(logit));
  return pooling.twice ? std::log1p(once) : once;
}

// Drops later ones of equal numbers first.
void keep_greatest(std::size_t most, std::span<float> out) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] > 0) places.push_back(i);
  }
  if (places.size() <= most) return;
  std::ranges::stable_sort(places, std::greater<>(), [&](std::size_t i) { return out[i]; });
  for (const std::size_t i : std::span(places).subspan(most)) out[i] = 0;
}

}  // namespace

bool pool_sparse(const SparsePooling& pooling, Matrix<const float> logits, std::span<float> out) {
  std::vector<double> sums(out.size());
  for (std::size_t t = 0; t < logits.rows(); ++t) {
    const float* row = logits[t].data();
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!(row[i] <= 0)) {
        const double weight = weight_of(pooling, row[i]);
        const bool adds = pooling.sum || std::isnan(weight);
        sums[i] = adds ? sums[i] + weight : std::max(sums[i], weight);
      }
    }
  }
  std::ranges::transform(sums, out.begin(), [](double x) { return static_cast<float>(x); });
  keep_greatest(pooling.most, out);
  const bool finite = std::ranges::all_of(out, [](float x) { return std::isfinite(x); });
  const bool defined = finite && std::ranges::any_of(out, [](float x) { return x > 0; });
  if (!defined) std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
  return defined;
}

void pool(Pooling pooling, Matrix<const float> states, const PooledTokens& tokens,
          std::span<double> out) {
  const std::size_t rows = states.rows();
  const auto token = token_taken(pooling, tokens, rows);
  if (tokens.first >= rows || (token && *token >= rows)) {
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (token) return copy_token(states, *token, out);
  if (pooling == Pooling::kMax) return pool_max(states, tokens.first, out);
  if (pooling == Pooling::kWeightedMean) return pool_weighted(states, tokens.first, out);
  const auto count = static_cast<double>(rows - tokens.first);
  add_tokens(states, tokens.first, out);
  divide(out, pooling == Pooling::kMeanSqrtLen ? std::sqrt(count) : count);
}

}  // namespace sonde
