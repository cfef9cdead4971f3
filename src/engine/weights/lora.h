#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/config/ignored_keys.h"
#include "engine/weights/weights.h"

namespace sonde {

// A number of an adapter that holds for some modules only.
struct LoraException {
  std::string module;           // the last parts of its path
  bool from_the_start = false;  // or all of them
  double value = 0;
};

// A LoRA adapter in PEFT's form, without its weights.
struct LoraFacts {
  std::filesystem::path config;   // adapter_config.json
  std::filesystem::path weights;  // adapter_model.safetensors
  std::size_t rank = 0;
  double alpha = 0;
  std::vector<LoraException> ranks;
  std::vector<LoraException> alphas;
  bool rank_stabilised = false;      // scaled by alpha / sqrt(rank), not alpha / rank
  bool transposed = false;           // the model's matrices are inputs x outputs
  std::vector<std::string> targets;  // modules that it adapts, if they are listed
  std::vector<std::string> whole;    // modules whose weights it holds whole
};

// Whether there is an adapter_config.json.
bool is_adapter(const std::filesystem::path& folder);

// The model that an adapter was made for.
struct LoraBase {
  std::string name;      // a folder, or ORG/NAME (may be empty)
  std::string revision;  // of ORG/NAME (empty: the main one)
};
LoraBase read_lora_base(const std::filesystem::path& folder);

// Errors: kInput, naming the file and the field: not LoRA, an unsupported kind, a key that is
// neither read nor known to be harmless nor ignored, and missing or pickled weights.
LoraFacts read_lora(const std::filesystem::path& folder, const IgnoredKeys& ignored = {});

// Adds scale * B * A to the model's matrices, and replaces whole modules. Sums are in f32, whatever
// the type of the model's weights.
// Errors: kInput, naming the tensor: its module is missing in the model, or has another shape.
void merge_lora(const LoraFacts& lora, Weights& weights, std::size_t threads);

}  // namespace sonde
