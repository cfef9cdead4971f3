#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "outside/hub/hub_client.h"
#include "outside/hub/hub_name.h"

namespace sonde {

struct PullOptions {
  HubOptions hub;
  std::filesystem::path cache;  // a Hugging Face cache, made if missing
  // Receives how many bytes of all files are there, and how many there are in all.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress = [](auto, auto) {};
};

struct Pulled {
  std::filesystem::path folder;  // the snapshot
  std::size_t files = 0;
  std::uint64_t bytes = 0;    // all files'
  std::uint64_t fetched = 0;  // downloaded now
};

// Downloads a model's safetensors, tokenizer and configuration files into a Hugging Face cache, in
// its own layout, each checked by its size and hash. It downloads no code, and no file that is
// there. An interrupted call resumes. Errors: kOutside, also for a file with another hash, which is
// deleted. kInput for a model without safetensors. kInterrupted.
Pulled pull_model(const HubName& name, const PullOptions& options);

}  // namespace sonde
