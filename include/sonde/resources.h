// Room: base.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace sonde {

// Where the library finds what it does not carry. Given by the caller; the
// library never looks into the environment.
struct Resources {
  std::vector<std::filesystem::path> models;  // folders that may hold `minilm/`
  std::vector<std::filesystem::path> data;    // folders that may hold sonde's probe sets
  std::vector<std::filesystem::path> hubs;    // Hugging Face caches, for hf:org/name
  std::filesystem::path cache;  // digests of big files are remembered here; may be empty
  // The value of a variable of the caller's environment, empty where there is none: of a server's
  // key. None: nothing is set.
  std::function<std::string(const std::string& name)> variable;
};

}  // namespace sonde
