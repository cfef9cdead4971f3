// Numbers that the kernels' tests compute on.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace sonde::test {

inline std::vector<float> normal_numbers(std::size_t count, unsigned seed, float mean = 0,
                                         float deviation = 1) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal(mean, deviation);
  std::vector<float> numbers(count);
  for (float& one : numbers) one = normal(generator);
  return numbers;
}

}  // namespace sonde::test
