// A table of ratings, read as one of the scale 0 to 10. The first byte chooses the dropped ones.
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"
#include "statistics/agreement/rated_items.h"

namespace {

void check(const sonde::RatedItems& rated) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const auto& [item, annotator, value] : rated.ratings) {
    const bool is_there = item < rated.items.size() && annotator < rated.annotators.size();
    if (!is_there || !(value >= 0 && value <= 10)) std::abort();
    if (!seen.insert({item, annotator}).second) std::abort();
  }
  if (rated.ratings.empty()) std::abort();
  if (!rated.label.empty() && rated.groups.size() != rated.items.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const sonde::MemoryFile file(data + 1, size - 1);
  sonde::RatingsSource source;
  source.file = file.path();
  source.low = 0, source.high = 10;
  if (data[0] == 'd') source.drop = {"1-3", "x"};
  if (data[0] == 'g') source.groups = source.file;
  if (data[0] == 'n') source.group = "colour";
  try {
    check(sonde::read_ratings(source));
  } catch (const sonde::Error&) {
  }
  return 0;
}
