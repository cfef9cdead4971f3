#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sonde/digest.h"
#include "store/parts/listing_file.h"

namespace sonde {

struct RunPlan;
struct Task;

// A listing's data on a data set that is read in stretches.
struct TaskListing {
  std::shared_ptr<const ListingFile> file;
  std::uint32_t number = 0;  // data set number
  std::vector<ListedStretch> stretches{};

  const ListedData& data() const { return file->head().data[number]; }
};

// The listing that a plan names. Errors: kUsage if it was made by another version or with other
// options, also as in ListingFile.
std::shared_ptr<const ListingFile> open_listing(const RunPlan& plan);

// Its data on a task. Null if parts list that themselves. Errors: kUsage if it has none, kInput if
// the file has another size by now.
std::shared_ptr<const TaskListing> find_listed(const std::shared_ptr<const ListingFile>& listing,
                                               const Task& task);

// Everything that decides how the file of a task is read, except the file itself.
Digest listing_form(const Task& task);

}  // namespace sonde
