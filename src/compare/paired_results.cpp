#include "compare/paired_results.h"

#include <cmath>
#include <tuple>

namespace sonde {
namespace {

std::string reason(const Result& first, const Result& second, const Paired& difference) {
  if (first.n == 0 || second.n == 0) return "no item is defined for both";
  if (std::isnan(difference.value)) return "a value is undefined";
  if (first.scope != second.scope) return "computed over other subjects";
  if (first.n != second.n) return "not of the same items";
  if (first.replicates.items < kFewestItems) {
    return "fewer than " + std::to_string(kFewestItems) + " items";
  }
  if (difference.scale == Scale::kOwn) return "each has thresholds of its own";
  return difference.testable() ? "" : "undefined in most replicates";
}

}  // namespace

PairedResults paired_results(const Result& first, const Result& second) {
  PairedResults pair;
  const auto& [a, b] = std::tie(first.replicates, second.replicates);
  if (a.values.size() == b.values.size()) {
    pair.difference = paired(first.value, second.value, a.values, b.values, a.items,
                             a.scale == b.scale ? a.scale : Scale::kMean);
  }
  pair.undefined = reason(first, second, pair.difference);
  if (!pair.undefined.empty()) pair.difference.error = NAN;
  return pair;
}

}  // namespace sonde
