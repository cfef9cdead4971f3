#pragma once

#include <cmath>
#include <cstddef>
#include <span>

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

}  // namespace sonde::reference
