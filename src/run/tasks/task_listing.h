#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "store/parts/listing_file.h"

namespace sonde {

// What a listing says of a data set that is read in stretches.
struct TaskListing {
  std::shared_ptr<const ListingFile> file;
  std::uint32_t number = 0;  // of the data set
  std::vector<ListedStretch> stretches{};

  const ListedData& data() const { return file->head().data[number]; }
};

}  // namespace sonde
