#include "sonde/item.h"

#include <cmath>
#include <limits>

namespace sonde {
namespace {

// One bit pattern for every NaN and for both zeros.
double canonical(double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
  return value == 0 ? 0.0 : value;
}

}  // namespace

Digest item_digest(const Item& item, std::uint64_t occurrence) {
  Hasher hasher;
  hasher.add("item").add(std::uint64_t{item.texts.size()});
  for (const auto& text : item.texts) {
    hasher.add(text.text).add(static_cast<std::uint64_t>(text.side));
  }
  hasher.add(std::uint64_t{item.rows.size()});
  for (const auto& row : item.rows) {
    hasher.add(std::uint64_t{row.at.size()});
    for (const auto at : row.at) hasher.add(std::uint64_t{at});
    hasher.add(canonical(row.gold));
  }
  return hasher.add(occurrence).finish();
}

}  // namespace sonde
