#include "encoders/words/word_combination.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr int kHighestPower = 64;

void add_to(std::span<double> sum, const float* vector) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(vector[i]);
}

void sum(const SentenceWords& words, std::span<const double>, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  for (const float* vector : words.vectors) add_to(out, vector);
}

void mean(const SentenceWords& words, std::span<const double> powers, std::span<double> out) {
  sum(words, powers, out);
  for (double& number : out) number /= static_cast<double>(words.vectors.size());
}

// fastText's getSentenceVector: the mean of the words' directions. A vector of zeros has none.
void mean_of_directions(const SentenceWords& words, std::span<const double>,
                        std::span<double> out) {
  std::ranges::fill(out, 0.0);
  std::size_t count = 0;
  for (const float* vector : words.vectors) {
    double squares = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      squares += static_cast<double>(vector[i]) * static_cast<double>(vector[i]);
    }
    if (squares == 0) continue;
    const double length = std::sqrt(squares);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += static_cast<double>(vector[i]) / length;
    ++count;
  }
  for (double& number : out) number /= static_cast<double>(std::max<std::size_t>(1, count));
}

void product(const SentenceWords& words, std::span<const double>, std::span<double> out) {
  std::ranges::fill(out, 1.0);
  for (const float* vector : words.vectors) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] *= static_cast<double>(vector[i]);
  }
}

// Plate (1995): out[k] is the sum over i of a[i] b[(k - i) mod n].
void convolve(std::span<const double> a, const float* b, std::span<double> out) {
  const std::size_t n = a.size();
  std::vector<double> twice(2 * n);  // b twice, so that no index wraps
  for (std::size_t i = 0; i < 2 * n; ++i) twice[i] = static_cast<double>(b[i % n]);
  std::ranges::fill(out, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double* shifted = twice.data() + (n - i);
    for (std::size_t k = 0; k < n; ++k) out[k] += a[i] * shifted[k];
  }
}

// It commutes, so that any order gives the same but for rounding. The given one settles that too.
void convolution(const SentenceWords& words, std::span<const double>, std::span<double> out) {
  std::copy_n(words.vectors.front(), out.size(), out.begin());
  for (const float* vector : std::span(words.vectors).subspan(1)) {
    const std::vector<double> before(out.begin(), out.end());
    convolve(before, vector, out);
  }
}

// Like scipy.ndimage.convolve(mode="wrap"), whose steps each turn the result by half its length.
void turned_convolution(const SentenceWords& words, std::span<const double> powers,
                        std::span<double> out) {
  convolution(words, powers, out);
  const std::size_t turn = (words.vectors.size() - 1) * ((out.size() + 1) / 2) % out.size();
  std::ranges::rotate(out, out.end() - static_cast<std::ptrdiff_t>(turn));
}

// The outer product of the first two words, or zeros if there is only one.
void outer_product(const SentenceWords& words, std::span<const double>, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  if (words.vectors.size() < 2) return;
  const std::size_t n = words.dimension;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      out[i * n + k] =
          static_cast<double>(words.vectors[0][i]) * static_cast<double>(words.vectors[1][k]);
    }
  }
}

void extreme(const SentenceWords& words, double sign, std::span<double> out) {
  std::ranges::fill(out, -HUGE_VAL);
  for (const float* vector : words.vectors) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = std::max(out[i], sign * static_cast<double>(vector[i]));
    }
  }
  for (double& number : out) number *= sign;
}

double raised(double number, int power) {
  double result = 1;
  for (int i = 0; i < power; ++i) result *= number;
  return result;
}

// The real root. It has the number's sign if the power is odd.
double root(double number, int power) {
  if (power == 1) return number;
  if (power == 2) return std::sqrt(number);
  if (power == 3) return std::cbrt(number);
  return std::copysign(std::pow(std::abs(number), 1.0 / power), number);
}

// ((x1^p + ... + xn^p) / n)^(1/p). Below 0, of the reciprocals. A number that is 0 makes it 0.
double power_mean(const SentenceWords& words, int power, std::size_t i) {
  const int size = std::abs(power);
  double sum = 0;
  for (const float* vector : words.vectors) {
    const double x = static_cast<double>(vector[i]);
    if (power < 0 && x == 0) return 0;
    sum += raised(power < 0 ? 1 / x : x, size);
  }
  const double of_mean = root(sum / static_cast<double>(words.vectors.size()), size);
  return power < 0 ? 1 / of_mean : of_mean;
}

void power_means(const SentenceWords& words, std::span<const double> powers,
                 std::span<double> out) {
  for (const double power : powers) {
    const auto part = out.first(words.dimension);
    if (std::isinf(power)) {
      extreme(words, power > 0 ? 1 : -1, part);
    } else {
      for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] = power_mean(words, static_cast<int>(power), i);
      }
    }
    out = out.subspan(words.dimension);
  }
}

// Arora, Liang and Ma (2017), algorithm 1, before the common component is removed.
void weighted_mean(const SentenceWords& words, std::span<const double>, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  for (std::size_t word = 0; word < words.vectors.size(); ++word) {
    const double weight = words.weights[word];
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] += weight * static_cast<double>(words.vectors[word][i]);
    }
  }
  for (double& number : out) number /= static_cast<double>(words.vectors.size());
}

constexpr std::array<WordCombination, 8> kCombinations{{{"mean", mean},
                                                        {"fasttext", mean_of_directions},
                                                        {"sum", sum},
                                                        {"mult", product},
                                                        {"conv", convolution},
                                                        {"tensor", outer_product, true, true},
                                                        {"pmeans", power_means},
                                                        {"sif", weighted_mean}}};

double parse_power(std::string_view text) {
  if (text == "inf" || text == "+inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  const int power = parse_number<int>(text).value_or(0);
  if (power == 0 || std::abs(power) > kHighestPower) {
    throw usage_error("the power '" + std::string(text) + "' is not -inf, inf or a whole number " +
                          "from -64 to 64 but 0",
                      "other powers of negative numbers are not real");
  }
  return power;
}

}  // namespace

std::span<const WordCombination> word_combinations() { return kCombinations; }

const WordCombination& published_convolution() {
  static constexpr WordCombination kPublished{"conv, published", turned_convolution};
  return kPublished;
}

std::vector<double> parse_powers(std::string_view list) {
  std::vector<double> powers;
  for (const auto part : parts_of(list, ',')) {
    const double power = parse_power(part);
    if (std::ranges::count(powers, power) > 0) {
      throw usage_error("the power " + std::string(part) + " is named twice");
    }
    powers.push_back(power);
  }
  return powers;
}

}  // namespace sonde
