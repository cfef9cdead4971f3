#include "compare/item_sample.h"

#include <algorithm>
#include <numeric>

namespace sonde {

ItemSample::ItemSample(const Frame& frame, std::size_t most)
    : frame_(frame), places_(frame.items()) {
  std::iota(places_.begin(), places_.end(), 0U);
  if (places_.size() <= most) return;
  const auto by_key = [&](std::uint32_t a, std::uint32_t b) {
    return frame.keys[a] < frame.keys[b];
  };
  const auto end = places_.begin() + static_cast<std::ptrdiff_t>(most);
  std::ranges::nth_element(places_, end, by_key);
  places_.erase(end, places_.end());
  std::ranges::sort(places_);
}

std::vector<std::uint64_t> ItemSample::keys() const {
  std::vector<std::uint64_t> keys;
  for (const auto place : places_) keys.push_back(frame_.keys[place]);
  return keys;
}

MatrixOf<double> ItemSample::rows(const Matrix<const double>& table) const {
  std::vector<bool> is_shown(frame_.items());
  for (const auto place : places_) is_shown[place] = true;
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (is_shown[frame_.item_of_row[row]]) kept.push_back(row);
  }
  MatrixOf<double> shown(kept.size(), table.columns());
  for (std::size_t i = 0; i < kept.size(); ++i) std::ranges::copy(table[kept[i]], shown[i].begin());
  return shown;
}

}  // namespace sonde
