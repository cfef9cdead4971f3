#include "engine/models/pooling.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

}  // namespace

void pool(Pooling pooling, Matrix<const float> states, const PooledTokens& tokens,
          std::span<double> out) {
  const bool no_mask = pooling == Pooling::kMask && tokens.mask >= states.rows();
  if (tokens.first >= states.rows() || no_mask) {
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto left = static_cast<double>(states.rows() - tokens.first);
  switch (pooling) {
    case Pooling::kMean:
      add_tokens(states, tokens.first, out);
      return divide(out, left);
    case Pooling::kMeanSqrtLen:
      add_tokens(states, tokens.first, out);
      return divide(out, std::sqrt(left));
    case Pooling::kWeightedMean:
      return pool_weighted(states, tokens.first, out);
    case Pooling::kMax:
      return pool_max(states, tokens.first, out);
    case Pooling::kCls:
      return copy_token(states, tokens.first, out);
    case Pooling::kPooler:
      return copy_token(states, 0, out);
    case Pooling::kLastToken:
      return copy_token(states, states.rows() - 1, out);
    case Pooling::kMask:
      return copy_token(states, tokens.mask, out);
  }
}

}  // namespace sonde
