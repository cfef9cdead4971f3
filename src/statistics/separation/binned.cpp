#include "statistics/separation/binned.h"

#include <cmath>

#include "base/nan.h"

namespace sonde {

BinMoments moments(BinCounts counts) {
  double count = 0, first = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    count += counts[i];
    first += counts[i] * static_cast<double>(i);
  }
  const double mean = first / count;
  double second = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) - mean;
    second += counts[i] * off * off;
  }
  return {count, mean, count > 1 ? std::sqrt(second / (count - 1)) : kNaN};
}

}  // namespace sonde
