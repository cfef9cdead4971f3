#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sonde/observer.h"
#include "sonde/run.h"

namespace sonde {

struct ListingSummary {
  std::uint64_t data = 0;          // data sets
  std::uint64_t items = 0;         // in those that are read in stretches
  std::vector<std::string> whole;  // names of the others, which each part lists itself
};

// Lists the data sets of a plan, and writes to plan.listing what its parts and their merge need of
// them, so that they read no more than their own items. Its subjects are not made. Errors: as
// run(), kUsage if something already exists, unless plan.replace allows it and it is a listing.
ListingSummary make_listing(const RunPlan& plan, Observer& observer);

// Some bytes of a file.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
};

// The bytes of each listed data set, by name, that a part may read, besides its column names: all
// of those that are not read in stretches. Errors: as in ListingFile.
std::map<std::string, ByteRange> own_bytes(const std::filesystem::path& listing,
                                           const Share& share);

}  // namespace sonde
