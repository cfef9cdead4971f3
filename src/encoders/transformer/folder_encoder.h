#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "encoders/shared/memory_need.h"
#include "sonde/encoder.h"

namespace sonde {

struct ModelLocation {
  std::filesystem::path folder;
  std::string found_in{};        // if several places were searched: the kind of the one that had it
  std::filesystem::path base{};  // if `folder` is an adapter: its model's
};

// Locates FOLDER or ORG/NAME, as the kind `kind` names it. Errors: kUsage without a location,
// kInput for a name that no Hugging Face cache has.
ModelLocation locate_model(const std::string& kind, const std::string& location,
                           const Resources& resources);

// The encoder of a model folder with the options of `hf:`. Reads the configuration and the weights'
// header. The first encode() reads the weights.
std::unique_ptr<Encoder> make_folder_encoder(const ModelLocation& location, const Spec& spec,
                                             const EncoderContext& context);

}  // namespace sonde
