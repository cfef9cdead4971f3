#include "probes/heros/heros_subsets.h"

#include <algorithm>

#include "base/nan.h"

namespace sonde {
namespace {

double smallest(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? kNaN : std::min(a, b);
}

}  // namespace

std::size_t subset_named(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kSubsetNames, name) - kSubsetNames.begin());
}

OfSubsets heros_margins(const OfSubsets& similarities, const std::array<bool, kSubsets>& present) {
  OfSubsets margins;
  margins.fill(kNaN);
  margins[kTypo] = similarities[kTypo] - similarities[kAntonym];
  bool any = false;
  for (const auto changed : kMeaningChanged) {
    if (!present[changed]) continue;
    margins[changed] = similarities[kSynonym] - similarities[changed];
    margins[kSynonym] = any ? smallest(margins[kSynonym], margins[changed]) : margins[changed];
    any = true;
  }
  return margins;
}

}  // namespace sonde
