#include "base/names.h"

#include <algorithm>
#include <numeric>

#include "base/ascii.h"
#include "base/printable.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Letters put in, left out, replaced, and neighbours exchanged count one each.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last.back();
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 200;  // hostile names cost no time
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 2) + 1;
  if (name.size() > kLongest) return best;
  for (const auto& candidate : candidates) {
    if (std::ranges::equal(name, candidate, {}, ascii::lower, ascii::lower)) return candidate;
    const std::size_t distance = edit_distance(name, candidate);
    const bool continues = distance == best_distance && candidate.starts_with(name) &&
                           !best.starts_with(name);  // the user left off the end
    if (distance < best_distance || continues) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> known,
                         std::string otherwise) {
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? otherwise : "did you mean '" + nearest + "'?";
}

std::string first_of(std::span<const std::string> names, std::size_t most) {
  constexpr std::size_t kLongest = 40;
  std::string list;
  for (const auto& name : names.first(std::min(most, names.size()))) {
    list += (list.empty() ? "" : ", ") + shortened(name, kLongest);
  }
  if (names.size() <= most) return list;
  return list + ", ... and " + std::to_string(names.size() - most) + " more";
}

void throw_unknown(std::string_view what, std::string_view name,
                   std::span<const std::string> known) {
  std::string all;
  for (const auto& one : known) all += (all.empty() ? "" : ", ") + one;
  throw usage_error("unknown " + std::string(what) + " '" + std::string(name) + "'",
                    did_you_mean(name, known, "known are: " + all));
}

void throw_taken(std::string_view what, std::string_view name) {
  throw usage_error("there is another " + std::string(what) + " '" + std::string(name) + "'",
                    "give yours another name");
}

}  // namespace sonde
