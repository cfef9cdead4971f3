#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sonde/digest.h"
#include "store/parts/listing_file.h"

namespace sonde {

struct RunPlan;
struct Task;

// What a listing says of a data set that is read in stretches.
struct TaskListing {
  std::shared_ptr<const ListingFile> file;
  std::uint32_t number = 0;  // of the data set
  std::vector<ListedStretch> stretches{};

  const ListedData& data() const { return file->head().data[number]; }
};

// The listing that a plan names. Errors: kUsage where it was made by another version or with other
// options; as of ListingFile.
std::shared_ptr<const ListingFile> open_listing(const RunPlan& plan);

// What it says of a task; null where parts list that themselves. Errors: kUsage where it has none
// such; kInput where the file has another size by now.
std::shared_ptr<const TaskListing> find_listed(const std::shared_ptr<const ListingFile>& listing,
                                               const Task& task);

// Everything that decides how the file of a task is read, except the file itself.
Digest listing_form(const Task& task);

}  // namespace sonde
