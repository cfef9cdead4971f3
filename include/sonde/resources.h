// Room: base.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace sonde {

// Places of what the library does not carry. The caller gives them. The library never reads the
// environment.
struct Resources {
  std::vector<std::filesystem::path> models;  // folders that may hold `minilm/`
  std::vector<std::filesystem::path> data;    // folders that may hold sonde's probe sets
  std::vector<std::filesystem::path> hubs;    // Hugging Face caches, for hf:org/name
  std::filesystem::path cache;                // digests of big files are cached here, may be empty
  // The value of a variable in the caller's environment, such as a server's key. Empty if unset.
  // None: nothing is set.
  std::function<std::string(const std::string& name)> variable;
};

}  // namespace sonde
