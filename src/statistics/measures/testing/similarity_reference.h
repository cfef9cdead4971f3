#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

// The similarities as one would write them down, one product after another.
namespace sonde::reference {

inline double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

inline double cosine(std::span<const float> a, std::span<const float> b) {
  return dot(a, b) / (std::sqrt(dot(a, a)) * std::sqrt(dot(b, b)));
}

inline double negative_l1(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(double{a[i]} - double{b[i]});
  return -sum;
}

inline double negative_l2(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = double{a[i]} - double{b[i]};
    sum += difference * difference;
  }
  return -std::sqrt(sum);
}

inline double variance(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size());
}

inline double negative_ned(std::span<const float> a, std::span<const float> b) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back(double{a[i]} - double{b[i]});
  const double of_a = variance({a.begin(), a.end()}), of_b = variance({b.begin(), b.end()});
  return -0.5 * variance(difference) / (of_a + of_b);
}

}  // namespace sonde::reference
