#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file_stamp.h"

namespace sonde {

// The size of a model's files, and the licence that its folder's README.md names in its front
// matter. Facts for people: they are not part of an identity.
std::vector<std::pair<std::string, std::string>> model_costs(const std::filesystem::path& folder,
                                                             std::span<const StampedFile> files);

}  // namespace sonde
