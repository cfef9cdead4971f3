#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sonde {

// The folders in which Hugging Face's libraries cache models: those that variables of the
// environment name, and the usual one.
std::vector<std::filesystem::path> hub_cache_folders(std::string (*variable)(const std::string&));

}  // namespace sonde
