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
  std::string found_in{};  // where several places were searched: the kind of the one that had it
  std::filesystem::path base{};  // where `folder` is an adapter: that of its model
};

// Where FOLDER or ORG/NAME lies, as the kind `kind` names it. Errors: kUsage without a location;
// kInput for a name that no Hugging Face cache has.
ModelLocation locate_model(const std::string& kind, const std::string& location,
                           const Resources& resources);

// The encoder of a model folder with the options of `hf:`. Reads the
// configuration and the weights' header; the weights only at the first encode().
std::unique_ptr<Encoder> make_folder_encoder(const ModelLocation& location, const Spec& spec,
                                             const EncoderContext& context);

}  // namespace sonde
