#include "apps/cli/hub_cache_folders.h"

namespace sonde {

std::vector<std::filesystem::path> hub_cache_folders(std::string (*variable)(const std::string&)) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  if (const auto hub = variable("HF_HUB_CACHE"); !hub.empty()) folders.emplace_back(hub);
  if (const auto hf = variable("HF_HOME"); !hf.empty()) folders.push_back(fs::path(hf) / "hub");
  if (const auto home = variable("HOME"); !home.empty()) {
    folders.push_back(fs::path(home) / ".cache" / "huggingface" / "hub");
  }
  return folders;
}

}  // namespace sonde
